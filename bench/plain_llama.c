/* SPDX-License-Identifier: BSL-1.0 */
/* A decoder in plain C, as one writes it down: a loop for each sum, which -ffast-math lets the compiler vectorise. One
   token at a time, one thread. What examples/tiny_llama is measured against. */
#include <bench/plain_llama.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct plain_llama {
    int dim, hidden, layers, heads, kv_heads, words, positions;
    const float *embedding, *gain1, *wq, *wk, *wv, *wo, *gain2, *w1, *w2, *w3, *gain3, *classifier;
    float *x, *s, *q, *y, *gate, *up, *scores, *keys, *values, *logits;
};

static float* numbers(size_t n) { return (float*)calloc(n, sizeof(float)); }

struct plain_llama* plain_llama_new(const void* checkpoint, int positions) {
    struct plain_llama* m = (struct plain_llama*)malloc(sizeof *m);
    int header[7];
    memcpy(header, checkpoint, sizeof header);
    m->dim = header[0], m->hidden = header[1], m->layers = header[2], m->heads = header[3], m->kv_heads = header[4];
    m->words = abs(header[5]), m->positions = positions;
    const size_t d = (size_t)m->dim, f = (size_t)m->hidden, n = (size_t)m->layers, p = (size_t)positions;
    const size_t e = d / (size_t)m->heads, kv = e * (size_t)m->kv_heads, words = (size_t)m->words;
    const float* at = (const float*)checkpoint + 7;
    m->embedding = at, at += words * d;
    m->gain1 = at, at += n * d;
    m->wq = at, at += n * d * d;
    m->wk = at, at += n * kv * d;
    m->wv = at, at += n * kv * d;
    m->wo = at, at += n * d * d;
    m->gain2 = at, at += n * d;
    m->w1 = at, at += n * f * d;
    m->w2 = at, at += n * d * f;
    m->w3 = at, at += n * f * d;
    m->gain3 = at, at += d + (size_t)header[6] * e;
    m->classifier = header[5] > 0 ? m->embedding : at;
    m->x = numbers(d), m->s = numbers(d), m->q = numbers(d), m->y = numbers(d), m->gate = numbers(f),
    m->up = numbers(f);
    m->scores = numbers(p), m->keys = numbers(n * p * kv), m->values = numbers(n * p * kv), m->logits = numbers(words);
    return m;
}

void plain_llama_free(struct plain_llama* m) {
    free(m->x), free(m->s), free(m->q), free(m->y), free(m->gate), free(m->up);
    free(m->scores), free(m->keys), free(m->values), free(m->logits);
    free(m);
}

static void norm(float* out, const float* x, const float* gain, int n) {
    float squares = 0;
    for (int i = 0; i < n; i++) squares += x[i] * x[i];
    const float scale = 1 / sqrtf(squares / (float)n + 1e-5F);
    for (int i = 0; i < n; i++) out[i] = x[i] * scale * gain[i];
}

static void multiply(float* restrict out, const float* restrict w, const float* restrict x, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = 0; j < columns; j++) sum += w[(size_t)i * (size_t)columns + (size_t)j] * x[j];
        out[i] = sum;
    }
}

static void turn(float* x, int count, int head_size, int position) {
    for (int i = 0; i < count; i += 2) {
        const float angle = (float)position / powf(10000, (float)(i % head_size) / (float)head_size);
        const float c = cosf(angle), s = sinf(angle), a = x[i], b = x[i + 1];
        x[i] = a * c - b * s;
        x[i + 1] = b * c + a * s;
    }
}

static void attend(struct plain_llama* m, const float* keys, const float* values, int position) {
    const int e = m->dim / m->heads, kv = e * m->kv_heads, shared = m->heads / m->kv_heads;
    for (int h = 0; h < m->heads; h++) {
        const float* const q = m->q + h * e;
        const size_t begin = (size_t)(h / shared * e);
        float most = -INFINITY, total = 0;
        for (int t = 0; t <= position; t++) {
            const float* const k = keys + (size_t)t * (size_t)kv + begin;
            float score = 0;
            for (int i = 0; i < e; i++) score += q[i] * k[i];
            m->scores[t] = score / sqrtf((float)e);
            if (m->scores[t] > most) most = m->scores[t];
        }
        for (int t = 0; t <= position; t++) total += m->scores[t] = expf(m->scores[t] - most);
        float* const y = m->y + h * e;
        memset(y, 0, (size_t)e * sizeof(float));
        for (int t = 0; t <= position; t++) {
            const float* const v = values + (size_t)t * (size_t)kv + begin;
            const float weight = m->scores[t] / total;
            for (int i = 0; i < e; i++) y[i] += weight * v[i];
        }
    }
}

const float* plain_llama_read(struct plain_llama* m, int token, int position) {
    const int d = m->dim, f = m->hidden, kv = d / m->heads * m->kv_heads;
    memcpy(m->x, m->embedding + (size_t)token * (size_t)d, (size_t)d * sizeof(float));
    for (int l = 0; l < m->layers; l++) {
        const size_t of_keys = (size_t)l * (size_t)m->positions * (size_t)kv, square = (size_t)l * (size_t)(d * d);
        const size_t now = of_keys + (size_t)position * (size_t)kv, of_w = (size_t)l * (size_t)(f * d);
        norm(m->s, m->x, m->gain1 + l * d, d);
        multiply(m->q, m->wq + square, m->s, d, d);
        multiply(m->keys + now, m->wk + (size_t)l * (size_t)(kv * d), m->s, kv, d);
        multiply(m->values + now, m->wv + (size_t)l * (size_t)(kv * d), m->s, kv, d);
        turn(m->q, d, d / m->heads, position);
        turn(m->keys + now, kv, d / m->heads, position);
        attend(m, m->keys + of_keys, m->values + of_keys, position);
        multiply(m->s, m->wo + square, m->y, d, d);
        for (int i = 0; i < d; i++) m->x[i] += m->s[i];
        norm(m->s, m->x, m->gain2 + l * d, d);
        multiply(m->gate, m->w1 + of_w, m->s, f, d);
        multiply(m->up, m->w3 + of_w, m->s, f, d);
        for (int i = 0; i < f; i++) m->gate[i] *= m->up[i] / (1 + expf(-m->gate[i]));
        multiply(m->s, m->w2 + of_w, m->gate, d, f);
        for (int i = 0; i < d; i++) m->x[i] += m->s[i];
    }
    norm(m->s, m->x, m->gain3, d);
    multiply(m->logits, m->classifier, m->s, m->words, d);
    return m->logits;
}
