// SPDX-License-Identifier: BSL-1.0
// Calls and tuples around matrices that leave their numbers as they are, and those that do not.
#include "tests/printed/found_shapes.hpp"

#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heed;
using heed::test::shapes_in;
using strings = std::vector<std::string>;

TEST(text_after, calls_that_keep_the_numbers_are_read) {
    for (const char* after : {".float()", ".double()", ".to(device)", ".to(\"cuda:0\")", ".to(torch.float64)",
                              ".astype(np.float32)", ".requires_grad_()", ".cuda().float()", ".numpy()", ".clone()"})
        EXPECT_EQ(shapes_in("E = torch.tensor([[7.5, 1.], [2., 3.]])" + std::string(after)), strings{"2x2"}) << after;
    EXPECT_EQ(shapes_in("E = torch.tensor([[7, 1], [2, 3]]).long()"), strings{"2x2"});
    EXPECT_EQ(shapes_in("E = torch.tensor([[7, 1], [2, 3]]).unsqueeze(0).float()"), strings{"1x2x2"});
    EXPECT_EQ(shapes_in("E = np.array([[70, 1]]).astype(np.uint8)"), strings{"1x2"});
    EXPECT_EQ(shapes_in("E = np.array([[300, 1]]).astype(np.uint8)"), strings{"error"});  // 44
    EXPECT_EQ(shapes_in("E = torch.tensor([[7, -1]]).to(torch.int8)"), strings{"error"});
    EXPECT_EQ(shapes_in("E = np.array([[300, -1]]).astype(np.int64)"), strings{"1x2"});
    for (const char* after : {".long()", ".int()", ".astype(int)", ".to(torch.int64)", ".to(torch.bool)", ".half()",
                              ".unsqueeze(1)", ".T", ".mean()", ".round(1)", ".float", ".to(device"})
        EXPECT_EQ(shapes_in("E = torch.tensor([[7.5, 1.], [2., 3.]])" + std::string(after)), strings{"error"}) << after;
}

TEST(text_after, each_item_of_a_tuple_or_a_list_is_a_matrix) {
    for (const char* text : {"(array([[7, 1]]), array([[2, 3]]))", "[array([[7, 1]]),\n array([[2, 3]])]",
                             "(tensor([[7., 1.]], grad_fn=<MmBackward0>), tensor([[2., 3.]]))",
                             "[('e', Parameter containing:\ntensor([[7., 1.]], requires_grad=True)),\n"
                             " ('f', Parameter containing:\ntensor([[2., 3.]], requires_grad=True))]",
                             "OrderedDict([('e',\n  tensor([[7., 1.]])),\n ('f', tensor([[2., 3.]]))])",
                             "{'e': array([[7, 1]]), 'f': array([[2, 3]])}", "([[7, 1]], [[2, 3]])"})
        EXPECT_EQ(shapes_in(text), (strings{"1x2", "1x2"})) << text;
    for (const char* text : {"f((array([[7, 1]]),", "f([array([[7, 1]])])", "2 * (array([[7, 1]]),",
                             "X + [array([[7, 1]])]", "(array([[7, 1]]) * 3, 1)"})
        EXPECT_EQ(shapes_in(text), strings{"error"}) << text;
}

}  // namespace
