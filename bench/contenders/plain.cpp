// SPDX-License-Identifier: BSL-1.0
// Loops written by hand, as the compiler takes them.
#include <bench/contenders/plain.hpp>

#include <memory>

namespace bench {

static computation prepare_plain(std::size_t task, const inputs& in) {
    return with_shape(task, [&]<shape S>() {
        const auto from = std::make_shared<inputs>(in);
        const auto to = std::make_shared<std::vector<float>>(S.tokens * S.width);
        return repeated(to->data(), [=] { plain::compute<S>(*from, *to); });
    });
}

static const takes_part plain_loops({"plain loops", "", prepare_plain});

}  // namespace bench
