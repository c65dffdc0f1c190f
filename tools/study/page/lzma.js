// LZMA, which packs the modules a quarter smaller than what browsers can unpack themselves. Written from the format's
// specification (Igor Pavlov, public domain), for the parameters of docs/lab/build: lc = 3, lp = 0, pb = 0.

/** The bytes of a raw LZMA stream, before which stands how many they are (32 bits, the lowest byte first). */
function unpackLzma(packed) {
  const STATES = 12;
  const LITERALS = 0x300;
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const out = new Uint8Array(size);

  // Probabilities, all in one array; each name is where its part begins.
  let used = 0;
  const part = (length) => (used += length) - length;
  const isMatch = part(STATES), isRep = part(STATES), isRep0 = part(STATES), isRep1 = part(STATES), isRep2 = part(STATES);
  const isRep0Long = part(STATES), slots = part(4 * 64), special = part(128), align = part(16);
  const LENGTHS = 2 + 8 + 8 + 256;
  const matchLength = part(LENGTHS), repLength = part(LENGTHS), literals = part(8 * LITERALS);
  const probs = new Uint16Array(used).fill(1024);

  // The range decoder.
  let at = 4;
  let range = 0xffffffff;
  let code = 0;
  for (let i = 0; i < 5; i += 1) code = ((code << 8) | packed[at++]) >>> 0;
  const normalise = () => {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | packed[at++]) >>> 0;
  };
  const bit = (i) => {
    const bound = (range >>> 11) * probs[i];
    const one = code >= bound ? 1 : 0;
    if (one) {
      range -= bound;
      code -= bound;
      probs[i] -= probs[i] >> 5;
    } else {
      range = bound;
      probs[i] += (2048 - probs[i]) >> 5;
    }
    normalise();
    return one;
  };
  const tree = (base, bits) => {
    let node = 1;
    for (let i = 0; i < bits; i += 1) node = (node << 1) | bit(base + node);
    return node - (1 << bits);
  };
  const reversed = (base, bits) => {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i += 1) {
      const one = bit(base + node);
      node = (node << 1) | one;
      value |= one << i;
    }
    return value;
  };
  const direct = (bits) => {
    let value = 0;
    for (let i = 0; i < bits; i += 1) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code -= range;
      normalise();
      value = value * 2 + one;
    }
    return value;
  };

  const lengthOf = (base) => {
    if (!bit(base)) return 2 + tree(base + 2, 3);
    return bit(base + 1) ? 18 + tree(base + 18, 8) : 10 + tree(base + 10, 3);
  };
  const distanceOf = (length) => {
    const slot = tree(slots + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const first = ((2 | (slot & 1)) << bits) >>> 0;
    return slot < 14 ? first + reversed(special + first - slot, bits) : first + direct(bits - 4) * 16 + reversed(align, 4);
  };
  const literalAt = (base, matched) => {
    let symbol = 1;
    for (let byte = matched; byte >= 0 && symbol < 0x100;) {
      const expected = (byte >> 7) & 1;
      const one = bit(base + ((1 + expected) << 8) + symbol);
      symbol = (symbol << 1) | one;
      byte = expected === one ? (byte << 1) & 0xff : -1;
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(base + symbol);
    return symbol & 0xff;
  };

  let state = 0;
  let last = [0, 0, 0, 0];  // distances of the last matches, less 1
  for (let to = 0; to < size;) {
    if (!bit(isMatch + state)) {
      const base = literals + LITERALS * (to > 0 ? out[to - 1] >> 5 : 0);
      out[to] = literalAt(base, state >= 7 ? out[to - last[0] - 1] : -1);
      to += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length = 1;
    if (!bit(isRep + state)) {
      length = lengthOf(matchLength);
      last = [distanceOf(length), last[0], last[1], last[2]];
      state = state < 7 ? 7 : 10;
    } else {
      let short = false;
      if (!bit(isRep0 + state)) short = !bit(isRep0Long + state);
      else if (!bit(isRep1 + state)) last = [last[1], last[0], last[2], last[3]];
      else if (!bit(isRep2 + state)) last = [last[2], last[0], last[1], last[3]];
      else last = [last[3], last[0], last[1], last[2]];
      if (!short) length = lengthOf(repLength);
      state = short ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    for (; length > 0; length -= 1, to += 1) out[to] = out[to - last[0] - 1];
  }
  return out;
}
