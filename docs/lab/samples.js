"use strict";
// Numbers to begin with. The first two are those that the documents print.
lab.samples = (() => {
  const plain = { scale: true, causal: false, window: 0, softcap: 0, temperature: 1, heads: 1, columns: false, head: 0, places: 3, query: 0, block: 4 };
  const queries = [
    [1.1904, 0.1467, 0.4669], [2.0582, 0.2445, 1.6091], [2.0105, 0.6131, 1.5091], [1.4613, 0.2865, 1.2076],
    [0.3440, 0.1828, -0.5350], [0.4377, 0.4853, -0.5507], [1.6470, 0.3173, 0.5242], [2.0412, 0.2458, 1.6666],
    [1.5460, 0.2431, 1.1800], [1.6145, 0.2871, 1.5270], [1.0075, 0.4310, 0.0520], [0.9114, 0.2611, 0.1972],
  ];
  const values = [
    [0.2001, 0.1991, 0.6198], [0.7546, 0.6788, 1.3418], [0.9585, 1.3736, 1.2265], [0.6461, 0.7333, 0.9554],
    [-0.1936, 0.0401, -0.0691], [-0.0077, 0.6065, -0.0870], [0.2914, 0.4476, 0.7973], [0.7873, 0.7108, 1.3539],
    [0.5923, 0.6145, 0.9882], [0.7935, 0.8368, 1.1251], [0.1999, 0.6229, 0.3577], [0.1711, 0.3754, 0.3957],
  ];
  const identity = [[1, 0], [0, 1]];
  const words = [[1.2, 0.1, -0.4, 0.3], [0.2, 1.4, 0.6, -0.2], [-0.3, 0.9, 1.1, 0.4], [0.1, -0.5, 0.3, 1.2], [1.1, 0.0, -0.2, 0.5], [0.3, 1.2, -0.1, 0.8]];
  return [
    {
      id: "tutorial", title: "Tutorial, 12 tokens", note: "Q, K and V as “Transformer Encoder Explained (Part 2)” prints them; it prints the same numbers for K as for Q.",
      state: { ...plain, from: "qkv", tables: { q: queries, k: queries, v: values }, tokens: queries.map((_, i) => `t${i + 1}`) },
    },
    {
      id: "mini-course", title: "Mini-course, 3 words", note: "Exercise 1 of “Understanding Attention Scores in Transformers”: X, and weights that change nothing.",
      state: { ...plain, block: 1, places: 4, from: "x", tables: { x: [[1, 0], [0, 1], [1, 1]], wq: identity, wk: identity, wv: identity }, tokens: ["Word 1", "Word 2", "Word 3"] },
    },
    {
      id: "two-heads", title: "Two heads, causal", note: "Six words of four numbers in two heads; a word sees itself and those before it. The numbers are made up.",
      state: { ...plain, block: 2, query: 5, causal: true, heads: 2, from: "qkv", tables: { q: words, k: words, v: words }, tokens: ["The", "cat", "sleeps", "on", "the", "mat"] },
    },
    {
      id: "window", title: "Window and soft cap", note: "The tutorial's numbers; a token sees itself and the two before it, and no score leaves −2 to 2.",
      state: { ...plain, query: 7, causal: true, window: 3, softcap: 2, from: "qkv", tables: { q: queries, k: queries, v: values }, tokens: queries.map((_, i) => `t${i + 1}`) },
    },
  ];
})();
