// Samples of the pane "Check my numbers": numbers as two documents and three other tutorials print them, prose of our own.
const CHECK_SAMPLES = [
  {
    title: "Encoder explained",
    name: "encoder.md",
    about: "A tutorial whose scores follow from other queries than it prints, and whose output follows from nothing: 78 of 132 numbers refuted (errata.md counts 168, with the 36 of K, which this block takes as printed)",
    text: String.raw`# Numbers of "Transformer Encoder Explained, Part 2"

Twelve tokens, D = 3, one head. These are the matrices that the tutorial prints; the words around them are ours.
The input X is not printed.

Weights of the projections:

$$
W_q =
\begin{bmatrix}
0.3745 & 0.9507 & 0.7320 \\
0.5987 & 0.1560 & 0.1560 \\
0.0581 & 0.8662 & 0.6011
\end{bmatrix}
$$

$$
W_k =
\begin{bmatrix}
0.7081 & 0.0206 & 0.9699 \\
0.8324 & 0.2123 & 0.1818 \\
0.1834 & 0.3042 & 0.5248
\end{bmatrix}
$$

$$
W_v =
\begin{bmatrix}
0.4320 & 0.2912 & 0.6119 \\
0.1395 & 0.2921 & 0.3664 \\
0.4561 & 0.7852 & 0.1997
\end{bmatrix}
$$

Queries, keys and values:

$$
Q =
\begin{bmatrix}
1.1904 & 0.1467 & 0.4669 \\
2.0582 & 0.2445 & 1.6091 \\
2.0105 & 0.6131 & 1.5091 \\
1.4613 & 0.2865 & 1.2076 \\
0.3440 & 0.1828 & -0.5350 \\
0.4377 & 0.4853 & -0.5507 \\
1.6470 & 0.3173 & 0.5242 \\
2.0412 & 0.2458 & 1.6666 \\
1.5460 & 0.2431 & 1.1800 \\
1.6145 & 0.2871 & 1.5270 \\
1.0075 & 0.4310 & 0.0520 \\
0.9114 & 0.2611 & 0.1972
\end{bmatrix}
$$

$$
K =
\begin{bmatrix}
1.1904 & 0.1467 & 0.4669 \\
2.0582 & 0.2445 & 1.6091 \\
2.0105 & 0.6131 & 1.5091 \\
1.4613 & 0.2865 & 1.2076 \\
0.3440 & 0.1828 & -0.5350 \\
0.4377 & 0.4853 & -0.5507 \\
1.6470 & 0.3173 & 0.5242 \\
2.0412 & 0.2458 & 1.6666 \\
1.5460 & 0.2431 & 1.1800 \\
1.6145 & 0.2871 & 1.5270 \\
1.0075 & 0.4310 & 0.0520 \\
0.9114 & 0.2611 & 0.1972
\end{bmatrix}
$$

$$
V =
\begin{bmatrix}
0.2001 & 0.1991 & 0.6198 \\
0.7546 & 0.6788 & 1.3418 \\
0.9585 & 1.3736 & 1.2265 \\
0.6461 & 0.7333 & 0.9554 \\
-0.1936 & 0.0401 & -0.0691 \\
-0.0077 & 0.6065 & -0.0870 \\
0.2914 & 0.4476 & 0.7973 \\
0.7873 & 0.7108 & 1.3539 \\
0.5923 & 0.6145 & 0.9882 \\
0.7935 & 0.8368 & 1.1251 \\
0.1999 & 0.6229 & 0.3577 \\
0.1711 & 0.3754 & 0.3957
\end{bmatrix}
$$

Scores, divided by the root of 3, and printed in part:

$$
\text{Score}(Q, K) =
\begin{bmatrix}
0.6727 & 1.3030 & \dots & 0.5140 \\
1.3371 & 2.8624 & \dots & 1.0407 \\
1.3881 & 3.0150 & \dots & 1.0887 \\
\vdots & \vdots & \ddots & \vdots \\
0.5179 & 0.9806 & \dots & 0.3962
\end{bmatrix}
$$

Weights by softmax along the rows:

$$
\alpha =
\begin{bmatrix}
0.0661 & 0.1241 & 0.1276 & \dots & 0.0999 & 0.0593 & 0.0564 \\
0.0368 & 0.1691 & 0.1970 & \dots & 0.1197 & 0.0278 & 0.0258 \\
0.0324 & 0.1651 & 0.2142 & \dots & 0.1275 & 0.0234 & 0.0219 \\
\vdots & \vdots & \vdots & \ddots & \vdots & \vdots & \vdots \\
0.0661 & 0.1196 & 0.1271 & \dots & 0.1016 & 0.0609 & 0.0581 \\
0.0685 & 0.1159 & 0.1217 & \dots & 0.0996 & 0.0635 & 0.0609
\end{bmatrix}
$$

The output:

$$
\text{Output} =
\begin{bmatrix}
0.2131 & 0.3482 & 0.3967 \\
0.8221 & 1.0589 & 1.3860 \\
0.9912 & 1.2546 & 1.6513 \\
\vdots & \vdots & \vdots \\
0.6240 & 0.8280 & 1.0567 \\
0.1669 & 0.2925 & 0.3192 \\
0.1561 & 0.2777 & 0.2999
\end{bmatrix}
$$
`,
    block: String.raw`Wq, Wk, Wv = matrices 1 to 3
Q, K, V = matrices 4 to 6
scores, weights, output = matrices 7 to 9
# X is not printed. K = X * Wk gives it back: X is K * inverse(Wk)
V := K * inverse(Wk) * Wv
Q := K * inverse(Wk) * Wq
scores := K * inverse(Wk) * Wq * transpose(K) / sqrt(3)
weights := softmax(K * inverse(Wk) * Wq * transpose(K) / sqrt(3))
output := weights * V
rows of output lie within V`,
  },
  {
    title: "Mini-course",
    name: "mini-course.txt",
    about: "Maps of weights, and an exercise with a slip",
    text: String.raw`Numbers of "Mini-Course: Understanding Attention Scores in Transformers".
The maps are as the course prints them; the words around them are ours.

How much each word of one sentence attends to each other word:

   | The | cat | sleeps | on | the | mat |
---+-----+-----+--------+----+-----+-----|
The | 0.7 | 0.1 |  0.05  |0.05| 0.1 | 0.0 |
cat | 0.1 | 0.6 |  0.2   |0.05| 0.0 | 0.05|
sleeps| 0.0 | 0.3 |  0.5   |0.1 | 0.0 | 0.1 |
on  | 0.0 | 0.1 |  0.1   |0.6 | 0.1 | 0.1 |
the | 0.1 | 0.0 |  0.0   |0.1 | 0.3 | 0.5 |
mat | 0.0 | 0.05|  0.05  |0.1 | 0.2 | 0.6 |

How much each word of a translation attends to the words it comes from:

            | The | cat | sits | on  | the | mat |
------------+-----+-----+------+-----+-----+-----|
Le          | 0.8 | 0.1 | 0.0  | 0.0 | 0.1 | 0.0 |
chat        | 0.1 | 0.8 | 0.1  | 0.0 | 0.0 | 0.0 |
est         | 0.0 | 0.1 | 0.4  | 0.3 | 0.1 | 0.1 |
assis       | 0.0 | 0.1 | 0.7  | 0.1 | 0.0 | 0.1 |
sur         | 0.0 | 0.0 | 0.1  | 0.8 | 0.1 | 0.0 |
le          | 0.1 | 0.0 | 0.0  | 0.1 | 0.7 | 0.1 |
tapis       | 0.0 | 0.0 | 0.0  | 0.1 | 0.1 | 0.8 |

Exercise 1 gives three words in two dimensions and prints no results.
The last matrix is what somebody may have found who forgot a factor:

X = [[1, 0], [0, 1], [1, 1]]
W_Q = [[1, 0], [0, 1]]
W_K = [[1, 0], [0, 1]]
scores = [[0.71, 0.00, 0.71], [0.00, 0.71, 0.71], [0.71, 0.71, 1.41]]
found = [[0.4223, 0.1554, 0.4223], [0.1554, 0.4223, 0.4223], [0.2119, 0.2119, 0.5761]]
`,
    block: String.raw`sentence, translation = matrices 1 to 2
exact X, W_Q, W_K = matrices 3 to 5
scores, found = matrices 6 to 7
rows of sentence are distributions
rows of translation are distributions
scores := X * W_Q * transpose(X * W_K) / sqrt(2)
found := softmax(X * W_Q * transpose(X * W_K) / sqrt(2))`,
  },
  {
    title: "Build an LLM, chapter 3",
    name: "chapter-3.md",
    about: "Attention without trained weights, as PyTorch prints it",
    text: String.raw`# Attention without weights to train

Numbers of chapter 3 of "Build a Large Language Model (From Scratch)" by Sebastian Raschka (Apache-2.0), as PyTorch
prints them; the words are ours. Six words, three numbers each:

~~~
inputs = tensor([[0.43, 0.15, 0.89],
        [0.55, 0.87, 0.66],
        [0.57, 0.85, 0.64],
        [0.22, 0.58, 0.33],
        [0.77, 0.25, 0.10],
        [0.05, 0.80, 0.55]])
~~~

Every word with every word, without a scale:

~~~
scores = tensor([[0.9995, 0.9544, 0.9422, 0.4753, 0.4576, 0.6310],
        [0.9544, 1.4950, 1.4754, 0.8434, 0.7070, 1.0865],
        [0.9422, 1.4754, 1.4570, 0.8296, 0.7154, 1.0605],
        [0.4753, 0.8434, 0.8296, 0.4937, 0.3474, 0.6565],
        [0.4576, 0.7070, 0.7154, 0.3474, 0.6654, 0.2935],
        [0.6310, 1.0865, 1.0605, 0.6565, 0.2935, 0.9450]])
~~~

Each row becomes weights:

~~~
weights = tensor([[0.2098, 0.2006, 0.1981, 0.1242, 0.1220, 0.1452],
        [0.1385, 0.2379, 0.2333, 0.1240, 0.1082, 0.1581],
        [0.1390, 0.2369, 0.2326, 0.1242, 0.1108, 0.1565],
        [0.1435, 0.2074, 0.2046, 0.1462, 0.1263, 0.1720],
        [0.1526, 0.1958, 0.1975, 0.1367, 0.1879, 0.1295],
        [0.1385, 0.2184, 0.2128, 0.1420, 0.0988, 0.1896]])
~~~

and the context vectors are weighted means of the inputs:

~~~
context = tensor([[0.4421, 0.5931, 0.5790],
        [0.4419, 0.6515, 0.5683],
        [0.4431, 0.6496, 0.5671],
        [0.4304, 0.6298, 0.5510],
        [0.4671, 0.5910, 0.5266],
        [0.4177, 0.6503, 0.5645]])
~~~
`,
    block: String.raw`exact inputs = matrix 1
scores, weights, context = matrices 2 to 4
scores := inputs * transpose(inputs)
weights := softmax(inputs * transpose(inputs))
context := softmax(inputs * transpose(inputs)) * inputs
rows of weights are distributions
rows of context lie within inputs`,
  },
  {
    title: "TensorFlow tutorial",
    name: "tensorflow.tex",
    about: "Three queries and four keys in LaTeX",
    text: String.raw`% Numbers of TensorFlow's tutorial "Transformer model for language understanding" (Apache-2.0); the words are ours.
Three queries look up four keys. Keys of the first query are two that are alike, and it gets the mean of their values.

\[ Q = \begin{bmatrix}
  0 & 0 & 10 \\
  0 & 10 & 0 \\
  10 & 10 & 0
\end{bmatrix} \]
\[ K = \begin{bmatrix}
  10 & 0 & 0 \\
  0 & 10 & 0 \\
  0 & 0 & 10 \\
  0 & 0 & 10
\end{bmatrix} \]
\[ V = \begin{bmatrix}
  1 & 0 \\
  10 & 0 \\
  100 & 5 \\
  1000 & 6
\end{bmatrix} \]

The weights are 0 but for one part in $10^{25}$:

\[ \text{weights} = \begin{bmatrix}
  0.0 & 0.0 & 0.5 & 0.5 \\
  0.0 & 1.0 & 0.0 & 0.0 \\
  0.5 & 0.5 & 0.0 & 0.0
\end{bmatrix} \]
\[ \text{output} = \begin{bmatrix}
  550.0 & 5.5 \\
  10.0 & 0.0 \\
  5.5 & 0.0
\end{bmatrix} \]
`,
    block: String.raw`exact Q, K, V = matrices 1 to 3
weights, output = matrices 4 to 5
weights := softmax(Q * transpose(K) / sqrt(3))
output := softmax(Q * transpose(K) / sqrt(3)) * V
rows of output lie within V`,
  },
  {
    title: "UvA tutorial 6",
    name: "uva-tutorial-6.md",
    about: "A page without a block: heed proposes one",
    text: String.raw`# Scaled dot products

Numbers of tutorial 6 of the deep learning course of the University of Amsterdam by Phillip Lippe (MIT), as it prints
them; the words are ours. This page has no block: heed proposes one.

~~~
Q = tensor([[ 0.3367,  0.1288],
        [ 0.2345,  0.2303],
        [-1.1229, -0.1863]])
K = tensor([[ 2.2082, -0.6380],
        [ 0.4617,  0.2674],
        [ 0.5349,  0.8094]])
V = tensor([[ 1.1103, -1.6898],
        [-0.9890,  0.9580],
        [ 1.3221,  0.8172]])
values = tensor([[ 0.5698, -0.1520],
        [ 0.5379, -0.0265],
        [ 0.2246,  0.5556]])
attention = tensor([[0.4028, 0.2886, 0.3086],
        [0.3538, 0.3069, 0.3393],
        [0.1303, 0.4630, 0.4067]])
~~~
`,
    block: null,
  },
];
