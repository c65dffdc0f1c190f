/* SPDX-License-Identifier: BSL-1.0 */
/* A decoder in plain C for the checkpoints of llama2.c. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct plain_llama;

/* The bytes of a checkpoint, which stay where they are; room for so many tokens. */
struct plain_llama* plain_llama_new(const void* checkpoint, int positions);
void plain_llama_free(struct plain_llama* m);
/* Logits of what follows the token at that position; valid until the next call. */
const float* plain_llama_read(struct plain_llama* m, int token, int position);

#ifdef __cplusplus
}
#endif
