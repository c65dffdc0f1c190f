// SPDX-License-Identifier: BSL-1.0
// What is packed on the page, its script last.
(async () => {
    const unpacked = async (packed) => {
        const bytes = Uint8Array.from(atob(packed.innerHTML), (c) => c.charCodeAt(0));
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
    };
    for (const packed of document.querySelectorAll("template.packed")) {
        packed.previousElementSibling.remove();
        packed.outerHTML = await unpacked(packed);
    }
    document.getElementById("data").textContent = await unpacked(document.getElementById("packed-data"));
    const script = document.createElement("script");
    script.textContent = await unpacked(document.getElementById("packed-script"));
    document.body.append(script);
})();
