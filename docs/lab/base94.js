// Nine bytes in eleven characters: a twelfth shorter than base64. Digits are the characters of ASCII from the blank on, without <.
function fromBase94(text) {
    const bytes = new Uint8Array(text.length / 11 * 9);
    for (let i = 0, to = 0; i < text.length; i += 11) {
        const parts = [0, 0, 0];  // of 24 bits, the highest first
        for (let k = i; k < i + 11; ++k) {
            const character = text.charCodeAt(k);
            let carry = character - (character > 60 ? 33 : 32);
            for (let part = 2; part >= 0; --part) {
                carry += parts[part] * 94;
                parts[part] = carry & 0xffffff;
                carry >>>= 24;
            }
        }
        for (const part of parts) for (const shift of [16, 8, 0]) bytes[to++] = part >> shift;
    }
    return bytes;
}
