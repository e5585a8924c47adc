#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace collsim {

/// Puts `value` where the top of a heap was: half the work of popping and pushing. Requires: a heap by `above`, which
/// is a function object, so that it can be inlined; not empty.
template <class T, class Above>
void replace_top(std::vector<T>& heap, const T& value, Above above) {
  std::size_t hole = 0;
  for (std::size_t child = 1; child < heap.size(); child = 2 * hole + 1) {
    if (child + 1 < heap.size() && above(heap[child], heap[child + 1])) ++child;
    if (!above(value, heap[child])) break;
    heap[hole] = std::move(heap[child]);
    hole = child;
  }
  heap[hole] = value;
}

}  // namespace collsim
