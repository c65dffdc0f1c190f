// Four bytes in five characters: a sixteenth shorter than base64. Digits are the characters from $ on, ! in place of <.
function fromBase85(text) {
    const bytes = new Uint8Array(text.length / 5 * 4);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < text.length; i += 5) {
        let word = 0;
        for (let k = 0; k < 5; ++k) word = word * 85 + (text[i + k] === "!" ? 24 : text.charCodeAt(i + k) - 36);
        view.setUint32(i / 5 * 4, word);
    }
    return bytes;
}
