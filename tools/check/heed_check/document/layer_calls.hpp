// SPDX-License-Identifier: BSL-1.0
// Calls of libraries as those that say all: layers of PyTorch without weights as the functions that they apply
// (nn.Softmax(dim=-1)(S) is F.softmax(S, dim=-1)), deviations of NumPy with what they divide by.
#pragma once

#include <heed_check/document/function_index.hpp>
#include <heed_check/document/name_text.hpp>
#include <heed_check/document/table_names.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// A class of torch.nn, and the function of torch.nn.functional that its objects apply.
struct named_layer {
    std::string_view layer, function;
};
inline constexpr named_layer named_layers[] = {
    {"Softmax", "softmax"},
    {"LogSoftmax", "log_softmax"},
    {"LayerNorm", "layer_norm"},
    {"ReLU", "relu"},
    {"GELU", "gelu"},
    {"SiLU", "silu"},
    {"Sigmoid", "sigmoid"},
    {"Tanh", "tanh"},
};

/// A call in a text: what is called, and what is between its brackets.
struct call_text {
    std::string_view called{}, arguments{};
    std::size_t begin = 0, end = 0;
};

/// The call with this bracket; none where nothing is called, or the bracket is not closed.
inline std::optional<call_text> call_at(std::string_view text, std::size_t open) {
    const std::size_t begin = begin_of_call(text, open), close = closing_bracket(text, open);
    if (begin == open || close >= text.size()) return std::nullopt;
    return call_text{text.substr(begin, open - begin), text.substr(open + 1, close - open - 1), begin, close + 1};
}

/// Whether an argument says that the last axis is normalised: 3, (3,), [d], X.shape[-1:], normalized_shape=3.
inline bool is_shape_of_rows(std::string_view argument) {
    if (const std::size_t equals = argument.find("shape="); equals != std::string_view::npos)
        argument.remove_prefix(equals + 6);
    if (argument.find("shape[-1") != std::string_view::npos || argument.find("size(-1)") != std::string_view::npos)
        return true;
    while (!argument.empty() && is_one_of(argument[0], "([ ")) argument.remove_prefix(1);
    argument = without_end(argument, ")], ");
    return first_word(argument) == argument || argument.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The arguments of a layer as those that its function has behind the first; none if they are not understood.
inline std::optional<std::string> arguments_of_layer(std::string_view function, std::string_view inside) {
    const std::vector<std::string_view> all = arguments_of(inside);
    std::string behind;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view a = all[i];
        const bool named = a.find('=') != std::string_view::npos;
        if (function == "layer_norm" && i == 0 && is_shape_of_rows(a)) continue;
        if (function == "layer_norm" && a.substr(0, 18) == "elementwise_affine") continue;
        const bool takes = function == "layer_norm" ? a.substr(0, 3) == "eps"
                           : function == "gelu"     ? a.substr(0, 11) == "approximate"
                                                    : is_softmax(function);
        if (!takes) return std::nullopt;
        behind += (named || function == "layer_norm" ? ", " : ", dim=") + std::string(a);
    }
    const bool needs_axis = is_softmax(function) && behind.empty();
    return needs_axis ? std::nullopt : std::optional(behind);
}

/// The layer that a call makes, as a function and its arguments behind the first.
struct layer_function {
    std::string_view function{};
    std::string behind{};
};
inline std::optional<layer_function> layer_of(const call_text& made) {
    const std::size_t dot = made.called.rfind('.');
    const std::string_view module = made.called.substr(0, dot == std::string_view::npos ? 0 : dot);
    if (module == "layers" || module == "keras.layers" || module == "tf.keras.layers") {
        const bool softmax = made.called.substr(dot + 1) == "Softmax", named = made.arguments.substr(0, 5) == "axis=";
        if (!softmax || (!made.arguments.empty() && !named)) return std::nullopt;
        return layer_function{"softmax", ", " + std::string(named ? made.arguments : "axis=-1")};
    }
    if (!module.empty() && module != "nn" && module != "torch.nn") return std::nullopt;
    for (const named_layer& l : named_layers)
        if (made.called.substr(dot + 1) == l.layer)  // npos + 1 is 0
            if (const auto behind = arguments_of_layer(l.function, made.arguments))
                return layer_function{l.function, *behind};
    return std::nullopt;
}

/// A formula of code of NumPy in which methods say that they divide by n: X.std(axis=0) is X.std(axis=0, ddof=0).
inline std::string with_spreads_of_numpy(std::string text) {
    for (const std::string_view method : {".std(", ".var("})
        for (std::size_t at = text.find(method); at != std::string::npos; at = text.find(method, at + 1)) {
            const std::size_t open = at + method.size() - 1, close = closing_bracket(text, open);
            if (close >= text.size()) break;
            const std::string inside = text.substr(open + 1, close - open - 1);
            const bool says = inside.find("ddof") != std::string::npos ||
                              inside.find("correction") != std::string::npos ||
                              inside.find("unbiased") != std::string::npos || inside.find("dim") != std::string::npos;
            const std::string_view module = first_word(std::string_view(text).substr(begin_of_call(text, open)));
            if (!says && !inside.empty() && find_module(module) == nullptr) text.insert(close, ", ddof=0");
        }
    return text;
}

/// Replaces the layers of one formula.
class layer_replacer {
public:
    using definitions = std::function<std::string(std::string_view)>;
    layer_replacer(std::string text, const definitions& definition_of)
        : text_(std::move(text)), definition_of_(definition_of) {}

    std::string replaced() {
        for (std::size_t open = text_.find('('); open != std::string::npos; open = text_.find('(', open + 1))
            if (const std::optional<call_text> call = call_at(text_, open); call && !replace_made(*call))
                if (!replace_bound(*call)) drop_shape(*call);
        return std::move(text_);
    }

private:
    /// nn.Softmax(dim=-1)(S)
    bool replace_made(const call_text& made) {
        if (text_.substr(made.end, 1) != "(") return false;
        const std::size_t close = closing_bracket(text_, made.end);
        const std::optional<layer_function> layer = layer_of(made);
        if (!layer || close >= text_.size()) return false;
        put(*layer, made.begin, made.end, close);
        return true;
    }
    /// softmax(S) behind softmax = nn.Softmax(dim=-1)
    bool replace_bound(const call_text& call) {
        if (call.called.find('.') != std::string_view::npos) return false;
        const std::string definition = definition_of_(call.called);
        const std::size_t open = definition.find('(');
        if (open == std::string::npos) return false;
        const std::optional<call_text> made = call_at(definition, open);
        if (!made || made->begin != 0 || made->end != definition.size()) return false;
        const std::optional<layer_function> layer = layer_of(*made);
        if (layer) put(*layer, call.begin, call.begin + call.called.size(), call.end - 1);
        return layer.has_value();
    }
    /// Puts a function before the bracket at `open`, from `begin` on, and its arguments before the one that closes it.
    void put(const layer_function& layer, std::size_t begin, std::size_t open, std::size_t close) {
        text_.insert(close, layer.behind);
        text_.replace(begin, open - begin, "F." + std::string(layer.function));
    }
    /// F.layer_norm(X, (3,))
    void drop_shape(const call_text& call) {
        if (call.called != "F.layer_norm" && call.called != "torch.nn.functional.layer_norm") return;
        const std::vector<std::string_view> all = arguments_of(call.arguments);
        if (all.size() < 2 || !is_shape_of_rows(all[1])) return;
        const auto end_of = [&](std::string_view a) {
            return static_cast<std::size_t>(a.data() - text_.data()) + a.size();
        };
        const std::size_t from = end_of(all[0]), to = end_of(all[1]);
        text_.erase(from, to - from);
    }

    std::string text_;
    const definitions& definition_of_;
};

}  // namespace heed::detail
