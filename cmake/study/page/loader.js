// SPDX-License-Identifier: BSL-1.0
// The script of the page, which is there packed, as a script element.
(async () => {
    const bytes = Uint8Array.from(atob(document.getElementById("script").innerHTML), (c) => c.charCodeAt(0));
    const script = document.createElement("script");
    script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
    document.body.append(script);
})();
