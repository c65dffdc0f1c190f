// Unpacks the scripts of the page and starts them. The element that they are put into is admitted by the hash of its text.
(() => {
  const say = (error) => {
    document.querySelector(".broken_link").textContent = `The lab does not start: this file is damaged, or this browser cannot run it (${error.message}).`;
  };
  try {
    const script = document.createElement("script");
    script.textContent = new TextDecoder().decode(unpackLzma(fromBase94(document.getElementById("scripts").textContent)));
    document.body.append(script);
    lab.start().catch(say);
  } catch (error) {
    say(error);
  }
})();
