// The hot loops of layers.py: a step of training, its gradient derived by hand, and the evaluation in integers.
//
// Gradients are summed up as integers: their order does not matter then, so threads take positions as they come, and the same
// command still trains the same network.

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

// WIDTH, LAYER_1, LAYER_2 and COARSE are given to the compiler.
constexpr int INPUTS = 768, STACKS = 8, LANES = 16, HALF = WIDTH / 2, FIRST = 2 * LAYER_1;
constexpr float FAR = 4;  // how much flatter the second sigmoid is
// What 1 is in integers (assembly/evaluation/nnue-shape.ts).
constexpr float ONE_0 = 256, ONE_INPUT = 128, ONE_WEIGHT_1 = 64, ONE_1 = 8192, ONE = 1024;
constexpr int MOST_0 = 255, INPUT_SHIFT = 9;
// What 1 is in sums of gradients: 16,384 positions whose outputs are all as wrong as can be do not overflow.
constexpr float ONE_GRADIENT = 1 << 17, ONE_ROW_GRADIENT = 1 << 19;
constexpr int CHUNK = 128, TILE = 4;  // positions that are propagated together; vectors of a row whose gradients are

typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int32_t Ints __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int16_t Shorts __attribute__((vector_size(2 * LANES), aligned(2), may_alias));
typedef int8_t Bytes __attribute__((vector_size(LANES), aligned(1), may_alias));
typedef int16_t WideShorts __attribute__((vector_size(4 * LANES), aligned(2), may_alias));
typedef int8_t WideBytes __attribute__((vector_size(2 * LANES), aligned(1), may_alias));

struct Position {  // as positions.py has it: the mover is White
  uint64_t occupied;
  uint8_t pieces[16];
  int16_t score;
  int8_t result;
  uint8_t count;
  uint32_t game;
};

// What follows the rows, in the order of the file.
template <typename Bias0, typename Weight1, typename Weight2, typename Bias>
struct Layers {
  Bias0 bias0[WIDTH];
  Weight1 weights1[STACKS][WIDTH][LAYER_1];
  Bias bias1[STACKS][LAYER_1];
  Weight2 weights2[STACKS][FIRST][LAYER_2];
  Bias bias2[STACKS][LAYER_2];
  Weight2 weights3[STACKS][LAYER_2];
  Bias bias3[STACKS];
};

struct Parameters {
  float rows[INPUTS][WIDTH];
  Layers<float, float, float, float> layers;
};

struct Integers {
  int8_t rows[INPUTS][WIDTH];
  Layers<int16_t, int8_t, int16_t, int32_t> layers;
};

// Sums of gradients: those of the rows by columns, some of which fit into the cache for all inputs.
struct alignas(64) Gradient {
  int32_t columns[WIDTH / (TILE * LANES)][INPUTS][TILE * LANES];
  Layers<int32_t, int32_t, int32_t, int32_t> layers;
};

// What the two sigmoids of an output should be.
struct Target {
  float near, far;
};

// The rounded network that a step propagates: integers where those are faster, and transposed weights for the way back.
struct alignas(64) Rounded {
  int8_t rows[INPUTS][WIDTH];
  int16_t bias0[WIDTH];
  float weights1[STACKS][WIDTH][LAYER_1], back1[STACKS][LAYER_1][WIDTH], bias1[STACKS][LAYER_1];
  float weights2[STACKS][FIRST][LAYER_2], back2[STACKS][LAYER_2][FIRST], bias2[STACKS][LAYER_2];
  float weights3[STACKS][LAYER_2], bias3[STACKS];
};

static float rounded(float value, float one) { return std::nearbyint(value * one) / one; }

static void roundRow(const Parameters& from, Rounded& to, int input) {
  for (int j = 0; j < WIDTH; j++)
    to.rows[input][j] = (int8_t)(COARSE * std::nearbyint(from.rows[input][j] * (ONE_0 / COARSE)));
}

static void roundBias(const Parameters& from, Rounded& to) {
  for (int j = 0; j < WIDTH; j++) to.bias0[j] = (int16_t)std::nearbyint(from.layers.bias0[j] * ONE_0);
}

static void roundStack(const Parameters& parameters, Rounded& to, int s) {
  const auto& from = parameters.layers;
  for (int i = 0; i < WIDTH; i++)
    for (int o = 0; o < LAYER_1; o++)
      to.weights1[s][i][o] = to.back1[s][o][i] = rounded(from.weights1[s][i][o], ONE_WEIGHT_1);
  for (int i = 0; i < FIRST; i++)
    for (int o = 0; o < LAYER_2; o++)
      to.weights2[s][i][o] = to.back2[s][o][i] = rounded(from.weights2[s][i][o], ONE);
  for (int o = 0; o < LAYER_1; o++) to.bias1[s][o] = rounded(from.bias1[s][o], ONE_1);
  for (int o = 0; o < LAYER_2; o++) {
    to.bias2[s][o] = rounded(from.bias2[s][o], ONE * ONE);
    to.weights3[s][o] = rounded(from.weights3[s][o], ONE);
  }
  to.bias3[s] = rounded(from.bias3[s], ONE * ONE);
}

// The inputs of a position, the mover's first: both boards mirrored where the own king stands on the files e to h.
struct Inputs {
  uint16_t index[2][32];
  int count = 0, stack;

  void set(const Position& position) {
    int kings[2] = {0, 0};
    count = 0;
    for (uint64_t rest = position.occupied; rest; rest &= rest - 1, count++) {
      int square = __builtin_ctzll(rest), piece = (position.pieces[count / 2] >> count % 2 * 4 & 15) - 1;
      if (piece % 6 == 5) kings[piece / 6] = square;
      index[0][count] = piece * 64 + square;
      index[1][count] = (piece + 6) % 12 * 64 + (square ^ 56);
    }
    stack = std::min((count - 2) / 4, STACKS - 1);
    for (int side = 0; side < 2; side++)
      if (kings[side] & 4)
        for (int i = 0; i < count; i++) index[side][i] ^= 7;
  }
};

// Vectors in memory, on no boundary in particular.
static Lanes& at(float* from) { return *reinterpret_cast<Lanes*>(from); }
static const Lanes& at(const float* from) { return *reinterpret_cast<const Lanes*>(from); }
static Ints& at(int32_t* from) { return *reinterpret_cast<Ints*>(from); }
static Shorts& at(int16_t* from) { return *reinterpret_cast<Shorts*>(from); }
static const Shorts& at(const int16_t* from) { return *reinterpret_cast<const Shorts*>(from); }
static Bytes& at(int8_t* from) { return *reinterpret_cast<Bytes*>(from); }

// The numbers of the accumulators, clipped: integers.
static void accumulate(const int8_t (&rows)[INPUTS][WIDTH], const int16_t (&bias)[WIDTH], const Inputs& inputs,
                       int16_t (&clipped)[2][WIDTH]) {
  constexpr int WIDE = 2 * LANES, VECTORS = WIDTH % (16 * WIDE) == 0 ? 16 : WIDTH % (12 * WIDE) == 0 ? 12 : 2;
  for (int side = 0; side < 2; side++)
    for (int from = 0; from < WIDTH; from += VECTORS * WIDE) {
      WideShorts sums[VECTORS];
      for (int j = 0; j < VECTORS; j++) sums[j] = *(const WideShorts*)&bias[from + j * WIDE];
      for (int i = 0; i < inputs.count; i++) {
        const int8_t* row = &rows[inputs.index[side][i]][from];
#pragma GCC unroll 16
        for (int j = 0; j < VECTORS; j++) sums[j] += __builtin_convertvector(*(const WideBytes*)(row + j * WIDE), WideShorts);
      }
      for (int j = 0; j < VECTORS; j++) {
        WideShorts positive = sums[j] > 0 ? sums[j] : WideShorts{};
        *(WideShorts*)&clipped[side][from + j * WIDE] = positive < MOST_0 ? positive : WideShorts{} + MOST_0;
      }
    }
}

// Positions on their way through the network and back.
struct Pass {
  const Rounded& net;
  Gradient& gradient;
  float steepness, penalty, farShare;
  Inputs inputs[CHUNK];
  alignas(64) int32_t back[CHUNK][2][WIDTH];

  static float sumOf(Lanes lanes) {
    float sum = 0;
    for (int i = 0; i < LANES; i++) sum += lanes[i];
    return sum;
  }

  // Half the slope of (sigmoid(steepness * output) - target)^2.
  static float slopeOf(float output, float target, float steepness) {
    float guess = 1 / (1 + std::exp(-steepness * output));
    return (guess - target) * guess * (1 - guess) * steepness;
  }

  static void add(int32_t* gradient, Lanes slope) {
    at(gradient) += __builtin_convertvector(slope * ONE_GRADIENT, Ints);
  }

  // Returns the output; adds to the gradients of all layers but the first, whose slopes go into `back`.
  float propagate(int index, const Target& target) {
    const Inputs& position = inputs[index];
    const int s = position.stack;
    alignas(64) int16_t clipped[2][WIDTH];
    alignas(64) float products[WIDTH];
    int8_t isActive[WIDTH];
    accumulate(net.rows, net.bias0, position, clipped);
    for (int side = 0; side < 2; side++)
      for (int j = 0; j < HALF; j += LANES) {
        Ints one = __builtin_convertvector(at(&clipped[side][j]), Ints);
        Ints other = __builtin_convertvector(at(&clipped[side][HALF + j]), Ints);
        Ints product = one * other >> INPUT_SHIFT;
        at(&products[side * HALF + j]) = __builtin_convertvector(product, Lanes) * (1 / ONE_INPUT);
        at(&isActive[side * HALF + j]) = __builtin_convertvector(product > 0, Bytes) & 1;
      }
    constexpr int V1 = LAYER_1 / LANES, V2 = LAYER_2 / LANES, VF = FIRST / LANES;
    Lanes sums1[V1], firsts[VF], sums2[V2], seconds[V2];
    int active[WIDTH], actives = 0;
    for (int i = 0; i < WIDTH; i += 8) {
      uint64_t eight;
      std::memcpy(&eight, &isActive[i], 8);
      for (; eight; eight &= eight - 1) active[actives++] = i + __builtin_ctzll(eight) / 8;
    }
    for (int v = 0; v < V1; v++) {
      Lanes sum[4] = {at(&net.bias1[s][v * LANES])};
      int a = 0;
      for (; a + 4 <= actives; a += 4)
        for (int k = 0; k < 4; k++)
          sum[k] += products[active[a + k]] * at(&net.weights1[s][active[a + k]][v * LANES]);
      for (; a < actives; a++) sum[0] += products[active[a]] * at(&net.weights1[s][active[a]][v * LANES]);
      sums1[v] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      Lanes high = sums1[v] < 1 ? sums1[v] : Lanes{} + 1;
      Lanes limited = high > -1 ? high : Lanes{} - 1;
      firsts[v] = high > 0 ? high : Lanes{};
      firsts[V1 + v] = limited * limited;
    }
    for (int v = 0; v < V2; v++) sums2[v] = at(&net.bias2[s][v * LANES]);
    for (int i = 0; i < FIRST; i++)
      for (int v = 0; v < V2; v++) sums2[v] += firsts[i / LANES][i % LANES] * at(&net.weights2[s][i][v * LANES]);
    Lanes sum{};
    for (int v = 0; v < V2; v++) {
      Lanes high = sums2[v] < 1 ? sums2[v] : Lanes{} + 1;
      seconds[v] = high > 0 ? high : Lanes{};
      sum += seconds[v] * at(&net.weights3[s][v * LANES]);
    }
    const float output = net.bias3[s] + sumOf(sum);

    // The way back.
    const float slope = slopeOf(output, target.near, steepness) + farShare * slopeOf(output, target.far, steepness / FAR);
    gradient.layers.bias3[s] += (int32_t)(slope * ONE_GRADIENT);
    Lanes slopes2[V2], slopesFirst[VF] = {}, slopes1[V1];
    for (int v = 0; v < V2; v++) {
      add(&gradient.layers.weights3[s][v * LANES], slope * seconds[v]);
      slopes2[v] = (sums2[v] > 0) & (sums2[v] < 1) ? slope * at(&net.weights3[s][v * LANES]) : Lanes{};
      add(&gradient.layers.bias2[s][v * LANES], slopes2[v]);
    }
    for (int i = 0; i < FIRST; i++)
      for (int v = 0; v < V2; v++) add(&gradient.layers.weights2[s][i][v * LANES], firsts[i / LANES][i % LANES] * slopes2[v]);
    for (int o = 0; o < LAYER_2; o++)
      for (int v = 0; v < VF; v++)
        slopesFirst[v] += slopes2[o / LANES][o % LANES] * at(&net.back2[s][o][v * LANES]);
    for (int v = 0; v < V1; v++) {
      Lanes isInside = (sums1[v] < 1) & (sums1[v] > -1) ? 2 * sums1[v] * slopesFirst[V1 + v] : Lanes{};
      slopes1[v] = isInside + ((sums1[v] < 1) & (sums1[v] > 0) ? slopesFirst[v] : Lanes{});
      add(&gradient.layers.bias1[s][v * LANES], slopes1[v]);
    }
    for (int a = 0; a < actives; a++)
      for (int v = 0; v < V1; v++)
        add(&gradient.layers.weights1[s][active[a]][v * LANES], products[active[a]] * slopes1[v]);
    for (int side = 0; side < 2; side++)
      for (int j = 0; j < HALF; j += LANES) {
        // L1 penalty: fewer numbers that are not 0 make the engine faster.
        Lanes slopes = Lanes{} + penalty;
        for (int o = 0; o < LAYER_1; o++)
          slopes += slopes1[o / LANES][o % LANES] * at(&net.back1[s][o][side * HALF + j]);
        slopes *= ONE_ROW_GRADIENT / ONE_0;
        Ints one = __builtin_convertvector(at(&clipped[side][j]), Ints);
        Ints other = __builtin_convertvector(at(&clipped[side][HALF + j]), Ints);
        Lanes slopeOne = slopes * __builtin_convertvector(other, Lanes);
        Lanes slopeOther = slopes * __builtin_convertvector(one, Lanes);
        at(&back[index][side][j]) =
            (one > 0) & (one < MOST_0) ? __builtin_convertvector(slopeOne, Ints) : Ints{};
        at(&back[index][side][HALF + j]) =
            (other > 0) & (other < MOST_0) ? __builtin_convertvector(slopeOther, Ints) : Ints{};
      }
    return output;
  }

  // Adds `back` to the gradients of rows and biases, a few columns at a time.
  void addRows(int count) {
    for (int tile = 0; tile < WIDTH / (TILE * LANES); tile++) {
      int32_t* const columns = &gradient.columns[tile][0][0];
      const int from = tile * TILE * LANES;
      Ints bias[TILE] = {};
      for (int p = 0; p < count; p++)
        for (int side = 0; side < 2; side++) {
          Ints slopes[TILE], any{};
          for (int v = 0; v < TILE; v++) {
            slopes[v] = at(&back[p][side][from + v * LANES]);
            bias[v] += slopes[v];
            any |= slopes[v];
          }
          bool isZero = true;
          for (int i = 0; i < LANES; i++) isZero &= any[i] == 0;
          if (isZero) continue;
          const uint16_t *index = inputs[p].index[side], *end = index + inputs[p].count;
          for (; index < end; index++) {
            int32_t* to = columns + *index * (TILE * LANES);
            for (int v = 0; v < TILE; v++) at(to + v * LANES) += slopes[v];
          }
        }
      for (int v = 0; v < TILE; v++) at(&gradient.layers.bias0[from + v * LANES]) += bias[v];
    }
  }

  void learn(const Position* positions, const Target* targets, int count, float* outputs) {
    for (int i = 0; i < count; i++) inputs[i].set(positions[i]);
    // By stack, so that its weights stay in the cache.
    int order[CHUNK];
    for (int i = 0; i < count; i++) order[i] = i;
    std::stable_sort(order, order + count, [&](int a, int b) { return inputs[a].stack < inputs[b].stack; });
    for (int k = 0; k < count; k++) outputs[order[k]] = propagate(order[k], targets[order[k]]);
    addRows(count);
  }
};

// Adam's constants of a step: its pace, the share of weight decay, and what undoes the bias of the first steps.
struct Adam {
  float pace, decay, mean, square;
};

// The parameters, what AdamW knows of each, and its largest value.
struct State {
  Parameters &parameters, &mean, &square;
  const Parameters& bounds;
};

// The sums of gradients of all threads.
struct Gradients {
  std::vector<std::unique_ptr<Gradient>> ofThreads;

  // Changes some parameters by the sums of their gradients, in which `one` stands for 1, and clears these.
  template <typename Place, typename Sums>
  void apply(const State& state, const Adam& adam, float one, int64_t count, Place place, Sums sums) const {
    float *p = place(state.parameters), *m = place(state.mean), *q = place(state.square);
    const float* most = place(const_cast<Parameters&>(state.bounds));
    int32_t* total = sums(*ofThreads[0]);
    for (size_t t = 1; t < ofThreads.size(); t++) {
      int32_t* more = sums(*ofThreads[t]);
#pragma GCC ivdep
      for (int64_t i = 0; i < count; i++) {
        total[i] += more[i];
        more[i] = 0;
      }
    }
#pragma GCC ivdep
    for (int64_t i = 0; i < count; i++) {
      float slope = (float)total[i] * one;
      total[i] = 0;
      m[i] += 0.1f * (slope - m[i]);
      q[i] += 0.001f * (slope * slope - q[i]);
      float value = p[i] * (1 - adam.decay) - adam.pace * m[i] * adam.mean / (std::sqrt(q[i] * adam.square) + 1e-8f);
      p[i] = std::min(std::max(value, -most[i]), most[i]);
    }
  }
};

// Steps of AdamW, one for each batch and each of `adams`; `outputs` are those before the step.
extern "C" void learn(float* parameters, float* mean, float* square, float* bounds, const Position* positions,
                      const Target* targets, int64_t batch, int64_t steps, float steepness, float penalty,
                      float farShare, const Adam* adams, float* outputs, int threads) {
  const State state{*(Parameters*)parameters, *(Parameters*)mean, *(Parameters*)square, *(const Parameters*)bounds};
  auto net = std::make_unique<Rounded>();
  for (int i = 0; i < INPUTS; i++) roundRow(state.parameters, *net, i);
  for (int s = 0; s < STACKS; s++) roundStack(state.parameters, *net, s);
  roundBias(state.parameters, *net);
  Gradients gradients;
  for (int t = 0; t < threads; t++) gradients.ofThreads.push_back(std::make_unique<Gradient>());
  std::atomic<int64_t> next{0};
  std::barrier<> barrier(threads);

  auto update = [&](const Adam& adam, int thread) {
    const float one = 2 / (float)batch, ofRow = one / ONE_ROW_GRADIENT, ofLayer = one / ONE_GRADIENT;
    for (int i = INPUTS * thread / threads, end = INPUTS * (thread + 1) / threads; i < end; i++) {
      for (int tile = 0; tile < WIDTH / (TILE * LANES); tile++)
        gradients.apply(
            state, adam, ofRow, TILE * LANES, [&](Parameters& p) { return &p.rows[i][tile * TILE * LANES]; },
            [&](Gradient& g) { return g.columns[tile][i]; });
      roundRow(state.parameters, *net, i);
    }
    for (int s = thread; s < STACKS; s += threads) {
#define APPLY(count, place)                                                               \
  gradients.apply(                                                                        \
      state, adam, ofLayer, count, [&](Parameters& p) { return (float*)&p.layers.place; }, \
      [&](Gradient& g) { return (int32_t*)&g.layers.place; });
      APPLY(WIDTH * LAYER_1, weights1[s])
      APPLY(LAYER_1, bias1[s])
      APPLY(FIRST * LAYER_2, weights2[s])
      APPLY(LAYER_2, bias2[s])
      APPLY(LAYER_2, weights3[s])
      APPLY(1, bias3[s])
#undef APPLY
      roundStack(state.parameters, *net, s);
    }
    if (thread > 0) return;
    gradients.apply(
        state, adam, ofRow, WIDTH, [](Parameters& p) { return p.layers.bias0; },
        [](Gradient& g) { return g.layers.bias0; });
    roundBias(state.parameters, *net);
  };

  auto work = [&](int thread) {
    auto pass = std::make_unique<Pass>(Pass{*net, *gradients.ofThreads[thread], steepness, penalty, farShare});
    for (int64_t step = 0; step < steps; step++) {
      const int64_t end = batch * (step + 1);
      for (int64_t from; (from = batch * step + next.fetch_add(CHUNK)) < end;)
        pass->learn(positions + from, targets + from, (int)std::min<int64_t>(CHUNK, end - from), outputs + from);
      barrier.arrive_and_wait();
      if (thread == 0) next = 0;
      update(adams[step], thread);
      barrier.arrive_and_wait();
    }
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads; t++) others.emplace_back(work, t);
  work(0);
  for (std::thread& other : others) other.join();
}

// The evaluations of positions, centipawns for the mover, as the engine finds them, and whether each input of the first layer is not 0.
extern "C" void evaluate(const Integers& net, const Position* positions, int64_t size, int32_t* values, uint8_t* active) {
  for (int64_t p = 0; p < size; p++, active += WIDTH) {
    Inputs inputs;
    inputs.set(positions[p]);
    const int s = inputs.stack;
    alignas(64) int16_t clipped[2][WIDTH];
    accumulate(net.rows, net.layers.bias0, inputs, clipped);
    int32_t first[FIRST], output = net.layers.bias3[s];
    for (int o = 0; o < LAYER_1; o++) first[o] = net.layers.bias1[s][o];
    for (int i = 0; i < WIDTH; i++) {
      int product = clipped[i / HALF][i % HALF] * clipped[i / HALF][HALF + i % HALF] >> INPUT_SHIFT;
      active[i] = product != 0;
      if (product == 0) continue;
      for (int o = 0; o < LAYER_1; o++) first[o] += product * net.layers.weights1[s][i][o];
    }
    for (int o = 0; o < LAYER_1; o++) {
      int limited = std::clamp(first[o], -8191, 8191);
      first[LAYER_1 + o] = limited * limited >> 16;
      first[o] = std::max(limited, 0) >> 3;
    }
    for (int o = 0; o < LAYER_2; o++) {
      int32_t sum = net.layers.bias2[s][o];
      for (int i = 0; i < FIRST; i++) sum += first[i] * net.layers.weights2[s][i][o];
      output += (std::clamp(sum, 0, (1 << 20) - 1) >> 10) * net.layers.weights3[s][o];
    }
    values[p] = (output >> 10) * 400 / 1024;
  }
}
