"use strict";
// The encoder of this page: its module with the weights beside it. Numbers are computed there; here they are handed on.
const encoder = (() => {
  const HEADS = 4;
  const WIDTH = 512;

  /** What a block of the page holds in base64, in memory that the module keeps: [where, how many bytes]. */
  function unpacked(of, id) {
    const block = document.getElementById(id);
    const text = block.textContent;
    const size = Number(block.dataset.bytes);
    const at = of.room(size);
    const bytes = new Uint8Array(of.memory.buffer, at, size);
    if (bytes.setFromBase64) bytes.setFromBase64(text);
    else {
      const part = 4 << 16;  // characters, of which each four are three bytes
      for (let from = 0, to = 0; from < text.length; from += part) {
        for (const letter of atob(text.slice(from, from + part))) bytes[to++] = letter.charCodeAt(0);
      }
    }
    block.remove();  // there is no need for it twice
    return [at, size];
  }

  /** A promise of the encoder. */
  async function open() {
    const of = (await lab.module("encoder")).exports;
    const words = (at) => {
      const bytes = new Uint8Array(of.memory.buffer);
      return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
    };
    const problem = words(of.open(...unpacked(of, "weights"), ...unpacked(of, "pieces")));
    if (problem) throw new Error(problem);
    const floats = (at, count) => new Float32Array(of.memory.buffer, at, count).slice();
    const embedding = (which) => floats(of.embedding(which), WIDTH);

    return {
      /** Of text 0 or 1: { pieces, all, remarks, maps, embedding, time }, or { error }. maps[layer] has the weights of the heads,
       * [4 x pieces x pieces]; time is in milliseconds. */
      encode(which, text) {
        const start = performance.now();
        const bytes = new TextEncoder().encode(text.normalize("NFKC"));
        const at = of.room(bytes.length);
        new Uint8Array(of.memory.buffer, at, bytes.length).set(bytes);
        const told = JSON.parse(words(of.encode(which, at, bytes.length)));
        of.release(at);
        if (told.error) return told;
        const count = HEADS * told.pieces.length ** 2;
        const maps = [0, 1].map((layer) => floats(of.map(which, layer), count));
        return { ...told, maps, embedding: embedding(which), time: performance.now() - start };
      },
      /** How alike both texts are: the cosine of their embeddings. */
      similarity: () => of.similarity(),
    };
  }

  return { HEADS, open };
})();
