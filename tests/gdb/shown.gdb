set pagination off
set width 0
set confirm off
tbreak stop_line
run
print Q
print Q[1]
print Q[1][2]
print $at(Q, 2, 3)
print on_heap
print on_heap[1][299][7]
print of_length
print of_length[4][6]
print with_room
print $at(with_room, 1, 2, 1)
print empty
print ids
print ids[2]
print half
print brain
print scalar
print seen
print column
print $at(column, 2)
python
for wrong in "$at(Q, 3, 0)", "$at(Q, 1)", "$at(numbers, 1)", "$at(empty, 0, 0)":
    try:
        gdb.execute(f"print {wrong}")
    except gdb.error as error:
        print(error)
end
