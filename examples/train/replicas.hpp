// SPDX-License-Identifier: BSL-1.0
// Replicas of the model, one on each rank of MPI, that learn from different texts of a step; without MPI there is one.
#pragma once

#include "model.hpp"

#if defined(HEED_TRAIN_OVER_RANKS)

#include <heed/mpi.hpp>

#include <stdexcept>

/// Each rank derives every ranks-th text of a step. Gradients are summed while those of the layers before are computed,
/// and all replicas make the same step.
class replicas {
public:
    replicas(int& count, char**& words) {
        MPI_Init(&count, &words);
        ranks_ = std::make_unique<mpi::communicator>(MPI_COMM_WORLD);
    }
    ~replicas() {
        ranks_.reset();
        MPI_Finalize();
    }
    bool is_first() const { return ranks_->rank() == 0; }
    /// Ends all of them.
    int failed() const { return MPI_Abort(MPI_COMM_WORLD, 1); }

    float train(model& m, const text<B>& ids, const text<B>& next, float rate, int steps) const {
        const auto own = std::size_t(ranks_->rank()), ranks = std::size_t(ranks_->size());
        if (ranks > B) throw std::runtime_error("more ranks than the " + std::to_string(B) + " texts of a step");
        mpi::sums<float> sums(*ranks_);
        tensor<float, 1> loss;
        for (std::size_t b = own; b < B; b += ranks) {
            const auto take = [&](auto& p, const auto& d) {
                p.gradient = b == own ? d : evaluate(p.gradient + d);
                if (b + ranks >= B) sums.add(p.gradient);  // of the last text: on its way while others are computed
            };
            text<1> id, following;
            id[0] = ids[b], following[0] = next[b];
            loss(0) += derive<1>(m, id, following, take);
        }
        sums.add(loss);
        sums.wait();
        for_each_parameter(m, [&](const std::string&, auto& p) {
            p.gradient = p.gradient / float(B);
            p.step(p.gradient, rate, steps);
        });
        return loss(0) / float(B);
    }

private:
    std::unique_ptr<mpi::communicator> ranks_;
};

#else

struct replicas {
    replicas(int&, char**&) {}
    static bool is_first() { return true; }
    static int failed() { return 1; }
    static float train(model& m, const text<B>& ids, const text<B>& next, float rate, int steps) {
        return ::train(m, ids, next, rate, steps);
    }
};

#endif
