// SPDX-License-Identifier: BSL-1.0
// ONNX models as bytes: the fields of protocol buffers that a graph of float tensors needs.

const FLOAT = 1, INT32 = 6;
const MICROSOFT = "com.microsoft";  // operators of ONNX Runtime itself, fused ones among them

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}
const integer = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
const real = (field, value) => Buffer.concat([varint(field * 8 + 5), Buffer.from(new Float32Array([value]).buffer)]);
const message = (field, ...parts) => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([varint(field * 8 + 2), varint(length), ...parts]);
};
const text = (field, words) => message(field, Buffer.from(words));

function attribute([name, value]) {
  const isWhole = Number.isInteger(value);
  return message(5, text(1, name), isWhole ? integer(3, value) : real(2, value), integer(20, isWhole ? 2 : 1));
}

function valueOf(field, { name, sizes, type = FLOAT }) {
  const shape = message(2, ...sizes.map((size) => message(1, integer(1, size))));
  return message(field, text(1, name), message(2, message(1, integer(1, type), shape)));
}

function constantOf({ name, sizes, numbers }) {
  const type = numbers instanceof Int32Array ? INT32 : FLOAT;
  const raw = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return message(5, ...sizes.map((size) => integer(1, size)), integer(2, type), text(8, name), message(9, raw));
}

/** A graph that grows by operators; names of values are handed on. */
export class Graph {
  #nodes = [];
  #inputs = [];
  #outputs = [];
  #constants = [];
  #count = 0;

  input(name, sizes) {
    this.#inputs.push({ name, sizes });
    return name;
  }
  /** Known before the model runs, so that it may be packed ahead. */
  constant(numbers, sizes) {
    const name = `c${this.#count++}`;
    this.#constants.push({ name, sizes, numbers });
    return name;
  }
  output(name, sizes) {
    this.#outputs.push({ name, sizes });
  }
  /** The first result of an operator; attributes are whole where their number is, so 1.0 cannot be said. */
  apply(operator, operands, attributes = {}, { domain = "", results = 1 } = {}) {
    const names = Array.from({ length: results }, () => `v${this.#count++}`);
    this.#nodes.push(message(1, ...operands.map((name) => text(1, name)), ...names.map((name) => text(2, name)),
      text(4, operator), ...Object.entries(attributes).map(attribute), text(7, domain)));
    return names[0];
  }
  /** Of ONNX Runtime. */
  applyOwn(operator, operands, attributes = {}, results = 1) {
    return this.apply(operator, operands, attributes, { domain: MICROSOFT, results });
  }

  bytes() {
    const graph = message(7, ...this.#nodes, text(2, "formula"), ...this.#constants.map(constantOf),
      ...this.#inputs.map((value) => valueOf(11, value)), ...this.#outputs.map((value) => valueOf(12, value)));
    const opset = (domain, version) => message(8, text(1, domain), integer(2, version));
    return Buffer.concat([integer(1, 8), graph, opset("", 17), opset(MICROSOFT, 1)]);
  }
}
