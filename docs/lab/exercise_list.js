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
  const usual = ["no_scale", "other_axis", "transposed", "rounded"];
  const part = (name, ask, what, of, slips, more = {}) => ({ name, ask, what, of, slips, ...more });

  return [
    {
      title: "Mini-course 1: three words", labels: threeWords,
      text: "Three words of two numbers and weights that change nothing: Q = X W_Q, K = X W_K, V = X W_V, so all three are X. Compute the scores, the weights and the output.",
      given: { X: words, W_Q: square, W_K: square, W_V: square, Q: words, K: words, V: words }, hidden: ["Q", "K", "V"],
      parts: [
        part("dots", "Each query · each key, Q K^T", "products", ["Q", "K"], []),
        part("scores", "Scores, Q K^T / √d_k", "scores", ["Q", "K"], ["no_scale"], { hint: "A key has two numbers, so d_k is 2." }),
        part("weights", "Weights, softmax along each row", "weights", ["Q", "K"], ["no_scale", "other_axis", "rounded"]),
        part("output", "Output, weights × V", "output", ["Q", "K", "V"], ["no_scale", "other_axis", "rounded"]),
      ],
      after: "Word 3 is like both others, so its output mixes them evenly.",
    },
    {
      title: "Mini-course 2: an attention map", labels: french, columnLabels: english,
      text: "The map for translating “The cat sits on the mat”, as the mini-course prints it; a row is a French word. Which source word does each French word attend to most, do the weights of a row sum to 1, and how much attention does each source word get in all?",
      given: { map }, heat: true,
      parts: [
        part("strongest", "The column of the largest weight of each row, counted from 1", "strongest", ["map"], [], { whole: true, columnLabels: ["column"] }),
        part("row sums", "The sum of each row", "row_sums", ["map"], [], { columnLabels: ["sum"] }),
        part("column sums", "The sum of each column", "column_sums", ["map"], [], { labels: ["all rows"], columnLabels: english }),
      ],
      after: "“est” and “assis” both attend to “sits” most: that is how one English word becomes two French ones. “est” spreads its weights widest. A column may sum to more than 1 or to less; only rows are shared out.",
    },
    {
      title: "One query, three keys", labels: ["query"],
      text: "A score begins as a dot product: multiply number by number and add.",
      given: { Q: [[1, 2]], K: [[1, 0], [0, 1], [2, 1]] },
      parts: [part("dots", "q · k for each key", "products", ["Q", "K"], [], { columnLabels: ["key 1", "key 2", "key 3"] })],
      after: "The query fits the third key best.",
    },
    {
      title: "Why scores are scaled",
      text: "Sums of more terms are larger, so they are divided by √d_k, the root of how many numbers a key has.",
      given: { Q: [[1, 2, 0, 1], [0, 1, 1, 2]], K: [[2, 1, 1, 0], [1, 0, 2, 2]] },
      parts: [
        part("dots", "Q K^T", "products", ["Q", "K"], ["transposed"]),
        part("scores", "Q K^T / √d_k", "scores", ["Q", "K"], ["no_scale", "transposed"]),
      ],
      after: "With four numbers a key every score is halved; with 64 it would be an eighth.",
    },
    {
      title: "Softmax of a row", labels: ["scores"],
      text: "exp of each score, divided by the sum of these: positive numbers that sum to 1.",
      given: { S: [[2, 1, 0]] },
      parts: [part("weights", "softmax of the row", "weights_of_scores", ["S"], ["other_axis"])],
      after: "One more in the score is e times the weight.",
    },
    {
      title: "Large scores", labels: ["scores"],
      text: "exp(1000) is more than a double can hold. Softmax does not change when the same number is taken from each score of a row: take the largest.",
      given: { S: [[1000, 1001, 1002]] },
      parts: [part("weights", "softmax of the row", "weights_of_scores", ["S"], ["other_axis"])],
      after: "These are the weights of 2, 1, 0 in the other order: only differences count.",
    },
    {
      title: "A weighted mean of values", labels: ["query 1", "query 2"],
      text: "The output of a query is the mean of the values by its weights.",
      given: { W: [[0.5, 0.25, 0.25], [0.1, 0.1, 0.8]], V: [[4, 0], [0, 8], [2, 2]] },
      parts: [part("output", "W V", "product", ["W", "V"], [])],
      after: "Each number lies between the smallest and the largest of its column of V.",
    },
    {
      title: "Attention from end to end",
      text: "Scores, weights, output: softmax(Q K^T / √d_k) V.",
      given: { Q: [[1, 0], [1, 2]], K: [[1, 1], [0, 2]], V: [[1, 2], [3, -1]] },
      parts: [
        part("scores", "Scores", "scores", ["Q", "K"], ["no_scale", "transposed"]),
        part("weights", "Weights", "weights", ["Q", "K"], usual),
        part("output", "Output", "output", ["Q", "K", "V"], usual),
      ],
      after: "Each row of weights sums to 1, so each output lies between the values.",
    },
    {
      title: "No look ahead",
      text: "With a causal mask a token sees itself and those before it: the others get the weight 0, the rest share 1.",
      given: { Q: [[1, 0], [0, 1], [1, 1]], K: [[1, 1], [0, 1], [1, 0]] },
      parts: [part("weights", "Causal weights, softmax of the scores that are left", "causal_weights", ["Q", "K"], ["no_mask", "no_scale", "other_axis", "transposed", "rounded"])],
      after: "The first row is 1, 0, 0 whatever the numbers are.",
    },
    {
      title: "Two heads",
      text: "Columns 1 and 2 are the first head, columns 3 and 4 the second. Each head attends for itself, with the root of its own two numbers; the outputs stand side by side, then W_O mixes them.",
      given: { Q: [[1, 0, 0, 1], [0, 1, 1, 1]], K: [[1, 1, 1, 0], [0, 1, 0, 2]], V: [[1, 0, 2, 1], [0, 1, 1, 2]], W_O: [[1, 0], [0, 1], [1, 1], [0, 2]] },
      parts: [
        part("heads", "Outputs of the heads, side by side", "two_heads", ["Q", "K", "V"], ["one_head", "no_scale", "other_axis", "transposed", "rounded"]),
        part("output", "The same times W_O", "two_heads_projected", ["Q", "K", "V", "W_O"], ["no_scale", "other_axis", "transposed", "rounded"]),
      ],
      after: "The heads look at different words; only W_O lets them speak to each other.",
    },
  ];
})();
