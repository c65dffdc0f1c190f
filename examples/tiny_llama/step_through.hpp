// SPDX-License-Identifier: BSL-1.0
// The part of a page that steps through tokens: those that the chosen one looks at are coloured.
#pragma once

#include <heed/io.hpp>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tiny_llama {

/// Layer, head, query, key; a query has at least the keys up to itself.
using attention_of_heads = std::vector<std::vector<std::vector<std::vector<float>>>>;

inline constexpr std::string_view step_through_style = R"(<style>
:root { --look: #ff9600; }
@media (prefers-color-scheme: dark) { :root { --look: #8a5200; } }
#text { white-space: pre-wrap; line-height: 2; max-width: 60em; }
#text button { font: inherit; white-space: inherit; border: 0; border-radius: 3px; padding: .1em 0; margin: 0; background: none;
  color: inherit; cursor: pointer; }
#text button[aria-current] { outline: 2px solid currentColor; }
#text .later { opacity: .35; }
#steps label { margin-right: 1em; }
#token { width: 20em; vertical-align: middle; }
</style>
)";

inline constexpr std::string_view step_through_script = R"(<script>
(() => {
  const find = (id) => document.getElementById(id);
  const maps = find('weights').textContent.trim().split('\n').map((layer) => layer.split(' '));
  const tokens = [...find('text').querySelectorAll('button')];
  // Of a head three digits a weight, one token after the other, each with those before it and itself.
  const weight = (head, q, k) => parseInt(head.substr(3 * (q * (q + 1) / 2 + k), 3), 16) / 4095;
  const percent = (w) => (100 * w).toFixed(w < 0.0995 ? 1 : 0) + '%';
  const choose = (select, names) => names.forEach((name, i) => select.add(new Option(name, i)));
  choose(find('layer'), maps.map((_, i) => 'layer ' + (i + 1)));
  choose(find('head'), [...maps[0].map((_, i) => 'head ' + (i + 1)), 'mean of all heads']);
  const show = () => {
    const q = Number(find('token').value), heads = maps[find('layer').value], chosen = heads[find('head').value];
    const from = chosen ? [chosen] : heads;
    const weights = tokens.slice(0, q + 1).map((_, k) => from.reduce((sum, h) => sum + weight(h, q, k), 0) / from.length);
    const largest = Math.max(...weights) || 1;
    tokens.forEach((token, k) => {
      token.classList.toggle('later', k > q);
      token.style.background = k > q ? '' : `color-mix(in srgb, var(--look) ${(100 * weights[k] / largest).toFixed(1)}%, transparent)`;
      token.title = k > q ? 'not yet there' : percent(weights[k]);
      if (k === q) token.setAttribute('aria-current', 'true'); else token.removeAttribute('aria-current');
    });
    const most = weights.map((w, k) => [w, k]).sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, 5);
    const word = (k) => '\u201c' + tokens[k].textContent + '\u201d';
    find('said').textContent = `Token ${q + 1} of ${tokens.length}, ${word(q)}, looks most at ` +
      most.map(([w, k]) => word(k) + ' ' + percent(w)).join(', ') + '.';
    const lists = [...document.querySelectorAll('.next')], next = lists.find((list) => Number(list.dataset.after) === q);
    lists.forEach((list) => { list.hidden = list !== next; });
    if (lists.length) find('no_next').hidden = Boolean(next);
    find('back').disabled = q === 0;
    find('forward').disabled = q === tokens.length - 1;
  };
  const go = (q) => { find('token').value = q; show(); };
  const step = (by) => go(Number(find('token').value) + by);
  find('back').onclick = () => step(-1);
  find('forward').onclick = () => step(1);
  for (const id of ['token', 'layer', 'head']) find(id).oninput = show;
  tokens.forEach((token, k) => { token.onclick = () => go(k); });
  document.addEventListener('keydown', (e) => {
    if (['INPUT', 'SELECT'].includes(e.target.tagName) || e.altKey || e.ctrlKey || e.metaKey) return;
    if (e.key === 'ArrowLeft') step(-1);
    if (e.key === 'ArrowRight') step(1);
  });
  find('steps').hidden = false;
  show();
})();
</script>
)";

/// In 4096 steps; what is no weight is none.
inline void write_weight(std::ostream& out, float weight) {
    const int steps = weight > 0 ? static_cast<int>(std::min(weight, 1.0F) * 4095 + 0.5F) : 0;
    constexpr std::string_view digits = "0123456789abcdef";
    for (const int unit : {256, 16, 1}) out << digits[static_cast<std::size_t>(steps / unit % 16)];
}

/// `pieces` are the texts of all tokens, of which the first `looking` look at others; one that was written last does
/// not. `write_next(out)` writes what may follow them.
template <class WriteNext>
void write_step_through(std::ostream& out, const std::vector<std::string>& pieces, std::size_t looking,
                        const attention_of_heads& maps, const WriteNext& write_next) {
    if (looking == 0) return;
    out << step_through_style
        << "<section id=\"steps\" hidden>\n<h2>Step through the tokens</h2>\n<p>The token that the chosen one looks at "
           "most has the full colour, others their share of it. Choose with a click or the arrow keys.</p>\n"
           "<p><button id=\"back\" aria-label=\"the token before\">&#9664;</button> <input type=\"range\" id=\"token\" "
           "aria-label=\"token\" min=\"0\" max=\""
        << looking - 1 << "\" value=\"" << looking - 1
        << "\"> <button id=\"forward\" aria-label=\"the next token\">&#9654;</button>\n<label>in <select id=\"layer\" "
           "aria-label=\"layer\"></select></label><label>by <select id=\"head\" "
           "aria-label=\"head\"></select></label></p>\n"
           "<p id=\"text\">";
    for (std::size_t i = 0; i < looking; ++i) out << "<button>" << heed::detail::xml_text(pieces[i]) << "</button>";
    for (std::size_t i = looking; i < pieces.size(); ++i)
        out << "<span class=\"later\" title=\"written last: it has looked at nothing\">"
            << heed::detail::xml_text(pieces[i]) << "</span>";
    out << "</p>\n<p id=\"said\" aria-live=\"polite\"></p>\n";
    write_next(out);
    out << "</section>\n<script type=\"text/plain\" id=\"weights\">\n";
    for (const auto& layer : maps) {
        for (const auto& rows : layer) {
            if (&rows != &layer.front()) out << ' ';
            for (std::size_t q = 0; q < rows.size(); ++q)
                for (std::size_t k = 0; k <= q; ++k) write_weight(out, k < rows[q].size() ? rows[q][k] : 0.0F);
        }
        out << '\n';
    }
    out << "</script>\n" << step_through_script;
}

}  // namespace tiny_llama
