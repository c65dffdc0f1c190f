"use strict";
// The exercises: what is given, what is asked, and which slips are tried. The answers are computed by heed.
lab.exerciseList = (() => {
  const square = [[1, 0], [0, 1]];
  const words = [[1, 0], [0, 1], [1, 1]];
  const threeWords = ["Word 1", "Word 2", "Word 3"];
  const english = ["The", "cat", "sits", "on", "the", "mat"];
  const french = ["Le", "chat", "est", "assis", "sur", "le", "tapis"];
  const map = [
    [0.8, 0.1, 0.0, 0.0, 0.1, 0.0], [0.1, 0.8, 0.1, 0.0, 0.0, 0.0], [0.0, 0.1, 0.4, 0.3, 0.1, 0.1], [0.0, 0.1, 0.7, 0.1, 0.0, 0.1],
    [0.0, 0.0, 0.1, 0.8, 0.1, 0.0], [0.1, 0.0, 0.0, 0.1, 0.7, 0.1], [0.0, 0.0, 0.0, 0.1, 0.1, 0.8],
  ];
  const usual = ["no_scale", "by_d", "other_axis", "no_exp", "transposed", "rounded"];
  const ofHeads = { explained: { by_d: "That is what comes out of the division by 2: a head has keys of two numbers, so each head divides by √2." } };
  const part = (name, ask, what, of, slips, more = {}) => ({ name, ask, what, of, slips, ...more });

  return [
    {
      title: "Mini-course 1: three words", labels: threeWords,
      text: "Each word has two numbers, a row of X. The three weight matrices are identity matrices, so Q\u00a0=\u00a0X\u00a0W_Q, K\u00a0=\u00a0X\u00a0W_K and V\u00a0=\u00a0X\u00a0W_V all equal X. Compute the scores, the weights and the output.",
      given: { X: words, W_Q: square, W_K: square, W_V: square, Q: words, K: words, V: words }, hidden: ["Q", "K", "V"],
      parts: [
        part("dots", "Each query · each key, Q K^T", "products", ["Q", "K"], []),
        part("scores", "Scores, Q K^T / √d_k", "scores", ["Q", "K"], ["no_scale", "by_d"], { hint: "A key has two numbers, so d_k is 2." }),
        part("weights", "Weights, softmax along each row", "weights", ["Q", "K"], ["no_scale", "by_d", "other_axis", "no_exp", "rounded"]),
        part("output", "Output, weights × V", "output", ["Q", "K", "V"], ["no_scale", "by_d", "other_axis", "no_exp", "rounded"]),
      ],
      after: "Word 3 has the same score with Word 1 as with Word 2, so both numbers of its output are the same.",
    },
    {
      title: "Mini-course 2: an attention map", labels: french, columnLabels: english,
      text: "The map for translating “The cat sits on the mat”, as the mini-course prints it; a row is a French word, a column a source word. Which source word does each French word attend to most, do the weights of a row sum to 1, and how much attention does each source word get in all?",
      given: { map }, heat: true,
      parts: [
        part("strongest", "The column of the largest weight of each row: 1 for “The”, 2 for “cat”, …", "strongest", ["map"], [], { counted: true, columnLabels: ["column"] }),
        part("row sums", "The sum of each row", "row_sums", ["map"], [], { columnLabels: ["sum"] }),
        part("column sums", "The sum of each column", "column_sums", ["map"], [], { labels: ["all rows"], columnLabels: english }),
      ],
      after: "“est” and “assis” both attend to “sits” most: that is how one English word becomes two French ones. “est” spreads its weights widest. A column may sum to more than 1 or to less: softmax makes only rows sum to 1.",
    },
    {
      title: "One query, three keys", labels: ["query"],
      text: "A score begins as a dot product: multiply number by number and add.",
      given: { Q: [[1, 2]], K: [[1, 0], [0, 1], [2, 1]] },
      parts: [part("dots", "q · k for each key", "products", ["Q", "K"], [], { columnLabels: ["key 1", "key 2", "key 3"] })],
      after: "The third key has the largest dot product: it matches the query best.",
    },
    {
      title: "Why scores are scaled",
      text: "Dot products of longer vectors tend to be larger, so they are divided by √d_k, the square root of how many numbers a key has.",
      given: { Q: [[1, 2, 0, 1], [0, 1, 1, 2]], K: [[2, 1, 1, 0], [1, 0, 2, 2]] },
      parts: [
        part("dots", "Q K^T", "products", ["Q", "K"], ["transposed"]),
        part("scores", "Q K^T / √d_k", "scores", ["Q", "K"], ["no_scale", "by_d", "transposed"]),
      ],
      after: "A key has four numbers here, so each dot product is halved; with 64 numbers it would be divided by 8.",
    },
    {
      title: "Softmax of a row", labels: ["scores"],
      text: "Softmax takes exp of each score and divides it by the sum of them all: the results are positive and sum to 1.",
      given: { S: [[2, 1, 0]] },
      parts: [part("weights", "softmax of the row", "weights_of_scores", ["S"], ["other_axis", "no_exp"])],
      after: "A score that is larger by 1 gets a weight that is e times as large.",
    },
    {
      title: "Large scores", labels: ["scores"],
      text: "exp(1000) is more than a double can hold. Softmax stays the same when one number is subtracted from all scores of a row: subtract the largest first.",
      given: { S: [[1000, 1001, 1002]] },
      parts: [part("weights", "softmax of the row", "weights_of_scores", ["S"], ["other_axis", "no_exp"])],
      after: "These are the weights of the scores 2, 1, 0 in reverse order: only differences of scores count.",
    },
    {
      title: "A weighted mean of values", labels: ["query 1", "query 2"],
      text: "The output of a query is a weighted mean of the values: each row of V times its weight, added up.",
      given: { W: [[0.5, 0.25, 0.25], [0.1, 0.1, 0.8]], V: [[4, 0], [0, 8], [2, 2]] },
      parts: [part("output", "W V", "product", ["W", "V"], [])],
      after: "Each number lies between the smallest and the largest of its column of V.",
    },
    {
      title: "Attention from end to end",
      text: "Scores, weights, output: softmax(Q K^T / √d_k) V.",
      given: { Q: [[1, 0], [1, 2]], K: [[1, 1], [0, 2]], V: [[1, 2], [3, -1]] },
      parts: [
        part("scores", "Scores", "scores", ["Q", "K"], ["no_scale", "by_d", "transposed"]),
        part("weights", "Weights", "weights", ["Q", "K"], usual),
        part("output", "Output", "output", ["Q", "K", "V"], usual),
      ],
      after: "Each row of weights sums to 1, so each output lies between the values.",
    },
    {
      title: "No look ahead",
      text: "With a causal mask a token sees itself and those before it. All others get the weight 0, and each row still sums to 1.",
      given: { Q: [[1, 0], [0, 1], [1, 1]], K: [[1, 1], [0, 1], [1, 0]] },
      parts: [part("weights", "Causal weights, softmax of the scores that are left", "causal_weights", ["Q", "K"], ["no_mask", "late_mask", "no_scale", "by_d", "other_axis", "no_exp", "transposed", "rounded"])],
      after: "The first row is 1, 0, 0 whatever the scores are: the first token sees itself only.",
    },
    {
      title: "Two heads",
      text: "Columns 1 and 2 of Q, K and V belong to the first head, columns 3 and 4 to the second. Each head computes attention by itself and divides by √2, because its keys have two numbers. The outputs are put side by side, then multiplied by W_O.",
      given: { Q: [[1, 0, 0, 1], [0, 1, 1, 1]], K: [[1, 1, 1, 0], [0, 1, 0, 2]], V: [[1, 0, 2, 1], [0, 1, 1, 2]], W_O: [[1, 0], [0, 1], [1, 1], [0, 2]] },
      parts: [
        part("heads", "Outputs of the heads, side by side", "two_heads", ["Q", "K", "V"], ["one_head", ...usual], ofHeads),
        part("output", "Output, the heads side by side × W_O", "two_heads_projected", ["Q", "K", "V", "W_O"], ["one_head", ...usual], ofHeads),
      ],
      after: "The two heads weight the words differently; only W_O combines their results.",
    },
  ];
})();
