// Nearest hits of rays at quads by a binary tree in doubles, written for itself alone: a reference for answers and times.
#include "CPeers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace {

struct Vector {
    double v[3];
    double operator[](int axis) const { return v[axis]; }
};

Vector operator-(const Vector &a, const Vector &b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector cross(const Vector &a, const Vector &b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector &a, const Vector &b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct Box {
    Vector low{{INFINITY, INFINITY, INFINITY}}, high{{-INFINITY, -INFINITY, -INFINITY}};
    void join(const Vector &p) {
        for (int i = 0; i < 3; i++) low.v[i] = std::min(low[i], p[i]), high.v[i] = std::max(high[i], p[i]);
    }
    void join(const Box &b) { join(b.low), join(b.high); }
    double area() const {
        const Vector d = high - low;
        return d[0] < 0 ? 0 : d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
    }
};

// Of an inner node `count` is zero, and its children are `first` and the one after it.
struct Node {
    Box box;
    unsigned first, count;
};

struct Quad {
    Vector corner[4];
};

} // namespace

struct peer_tree {
    std::vector<Quad> quads;
    std::vector<unsigned> order;
    std::vector<Node> nodes;
    std::vector<Box> boxes;

    void split(unsigned at) {
        constexpr int bins = 16;
        const unsigned first = nodes[at].first, count = nodes[at].count;
        if (count <= 2) return;
        Box middles;
        for (unsigned i = first; i < first + count; i++) middles.join(middle(order[i]));
        const Vector size = middles.high - middles.low;
        const int axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
        unsigned border = first + count / 2;
        const auto begin = order.begin() + first, end = begin + count;
        double least = INFINITY;
        int best = 0;
        if (size[axis] > 0) {
            Box parts[bins];
            unsigned numbers[bins] = {};
            for (auto i = begin; i != end; ++i) parts[bin(*i, axis, middles)].join(boxes[*i]), numbers[bin(*i, axis, middles)]++;
            for (int cut = 1; cut < bins; cut++) {
                Box left, right;
                unsigned before = 0;
                for (int i = 0; i < bins; i++)
                    if (numbers[i]) (i < cut ? left : right).join(parts[i]), before += i < cut ? numbers[i] : 0;
                if (before == 0 || before == count) continue;
                const double cost = left.area() * before + right.area() * (count - before);
                if (cost < least) least = cost, best = cut;
            }
        }
        if (best > 0) {
            const auto cut = std::partition(begin, end, [&](unsigned i) { return bin(i, axis, middles) < best; });
            border = first + static_cast<unsigned>(cut - begin);
        }
        const unsigned child = static_cast<unsigned>(nodes.size());
        add(first, border - first);
        add(border, first + count - border);
        nodes[at].first = child, nodes[at].count = 0;
        split(child);
        split(child + 1);
    }

    void add(unsigned first, unsigned count) {
        Node node{Box(), first, count};
        for (unsigned i = first; i < first + count; i++) node.box.join(boxes[order[i]]);
        nodes.push_back(node);
    }

    Vector middle(unsigned i) const {
        const Box &b = boxes[i];
        return {b.low[0] + b.high[0], b.low[1] + b.high[1], b.low[2] + b.high[2]};
    }

    int bin(unsigned i, int axis, const Box &middles) const {
        const double width = middles.high[axis] - middles.low[axis];
        return std::min(15, static_cast<int>(16 * ((middle(i)[axis] - middles.low[axis]) / width)));
    }
};

peer_tree *peer_tree_build(const double *corners, size_t count) {
    auto *tree = new peer_tree;
    tree->quads.resize(count), tree->boxes.resize(count), tree->order.resize(count);
    for (size_t i = 0; i < count; i++) {
        tree->order[i] = static_cast<unsigned>(i);
        for (int k = 0; k < 4; k++) {
            const double *p = corners + 12 * i + 3 * k;
            tree->quads[i].corner[k] = {p[0], p[1], p[2]};
            tree->boxes[i].join(tree->quads[i].corner[k]);
        }
    }
    tree->nodes.reserve(2 * count + 1);
    tree->add(0, static_cast<unsigned>(count));
    tree->split(0);
    return tree;
}

void peer_tree_free(peer_tree *tree) { delete tree; }

// The distance at which a ray meets a triangle, or infinity: signs of volumes, borders included.
static double meet(const Vector &o, const Vector &d, const Vector &a, const Vector &b, const Vector &c) {
    const Vector x = a - o, y = b - o, z = c - o;
    const double s = dot(d, cross(x, y)), t = dot(d, cross(y, z)), u = dot(d, cross(z, x));
    if (!((s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0))) return INFINITY;
    const Vector normal = cross(b - a, c - a);
    const double distance = dot(x, normal) / dot(d, normal);
    return distance >= 0 ? distance : INFINITY;
}

void peer_tree_nearest(const peer_tree *tree, const double *rays, size_t count, unsigned *quads, double *distances) {
    for (size_t r = 0; r < count; r++) {
        const double *n = rays + 6 * r;
        const Vector o{{n[0], n[1], n[2]}}, d{{n[3], n[4], n[5]}};
        double best = INFINITY;
        unsigned found = ~0u;
        // Far more than the levels of trees over random quads.
        unsigned stack[512];
        int top = 0;
        stack[top++] = 0;
        while (top > 0) {
            const Node &node = tree->nodes[stack[--top]];
            double entry = 0, exit = best;
            for (int i = 0; i < 3; i++) {
                const double one = (node.box.low[i] - o[i]) / d[i], other = (node.box.high[i] - o[i]) / d[i];
                // A little wider than the box; comparisons with NaN change nothing.
                const double in = std::min(one, other) * (1 - 1e-12) - 1e-12, out = std::max(one, other) * (1 + 1e-12) + 1e-12;
                if (in > entry) entry = in;
                if (out < exit) exit = out;
            }
            if (entry > exit) continue;
            if (node.count == 0) {
                const Vector middle = tree->nodes[node.first].box.low - tree->nodes[node.first + 1].box.low;
                const unsigned isSecondNear = dot(middle, d) > 0 ? 1 : 0;
                stack[top++] = node.first + 1 - isSecondNear;
                stack[top++] = node.first + isSecondNear;
                continue;
            }
            for (unsigned i = node.first; i < node.first + node.count; i++) {
                const unsigned number = tree->order[i];
                const Vector *p = tree->quads[number].corner;
                const double distance = std::min(meet(o, d, p[0], p[1], p[3]), meet(o, d, p[2], p[3], p[1]));
                if (distance < best || (distance == best && number < found && distance < INFINITY)) best = distance, found = number;
            }
        }
        quads[r] = found, distances[r] = best;
    }
}
