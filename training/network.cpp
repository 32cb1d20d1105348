// The hot loops of network.py: the outputs of many positions, and the gradient of their loss, derived by hand.

#include <cmath>
#include <cstdint>

// WIDTH is given to the compiler.
constexpr int INPUTS = 768, BUCKETS = 8, LANES = 16, VECTORS = WIDTH / LANES;

typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4)));
typedef Lanes Row[VECTORS];

struct Position {  // as positions.py has it: the mover is White
  uint64_t occupied;
  uint8_t pieces[16];
  int16_t score;
  int8_t result;
  uint8_t count;
  uint32_t game;
};

struct Parameters {  // laid out as network.py does
  Row rows[INPUTS], bias, output[BUCKETS][2];
  float outputBias[BUCKETS];
};

// A position seen from both sides, the mover first.
struct Look {
  int inputs[2][32], count = 0, bucket;
  Row clipped[2];
  float output;

  Look(const Parameters& net, const Position& position, bool mirrored) : bucket((position.count - 2) / 4) {
    int kings[2] = {0, 0};
    for (uint64_t rest = position.occupied; rest; rest &= rest - 1, count++) {
      int square = __builtin_ctzll(rest), piece = (position.pieces[count / 2] >> count % 2 * 4 & 15) - 1;
      if (piece % 6 == 5) kings[piece / 6] = square;
      inputs[0][count] = piece * 64 + square;
      inputs[1][count] = (piece + 6) % 12 * 64 + (square ^ 56);
    }
    Lanes sum = {};
    for (int side = 0; side < 2; side++) {
      if (mirrored && kings[side] & 4)
        for (int i = 0; i < count; i++) inputs[side][i] ^= 7;
      Row total;
      for (int j = 0; j < VECTORS; j++) total[j] = net.bias[j];
      for (int i = 0; i < count; i++)
        for (int j = 0; j < VECTORS; j++) total[j] += net.rows[inputs[side][i]][j];
      for (int j = 0; j < VECTORS; j++) {
        Lanes positive = total[j] > 0 ? total[j] : Lanes{};
        clipped[side][j] = positive < 1 ? positive : Lanes{} + 1;
        sum += clipped[side][j] * clipped[side][j] * net.output[bucket][side][j];
      }
    }
    output = net.outputBias[bucket];
    for (int i = 0; i < LANES; i++) output += sum[i];
  }

  // Adds to a gradient: `slope` is the loss's by the output.
  void learn(const Parameters& net, float slope, Parameters& gradient) const {
    gradient.outputBias[bucket] += slope;
    for (int side = 0; side < 2; side++) {
      Row back;
      for (int j = 0; j < VECTORS; j++) {
        Lanes value = clipped[side][j];
        gradient.output[bucket][side][j] += slope * value * value;
        back[j] = (value > 0) & (value < 1) ? 2 * slope * value * net.output[bucket][side][j] : Lanes{};
        gradient.bias[j] += back[j];
      }
      for (int i = 0; i < count; i++)
        for (int j = 0; j < VECTORS; j++) gradient.rows[inputs[side][i]][j] += back[j];
    }
  }
};

// The outputs of the positions: 1 is 400 centipawns for the mover.
extern "C" void propagate(const Parameters& net, const Position* positions, int64_t size, bool mirrored,
                          float* outputs) {
  for (int64_t i = 0; i < size; i++) outputs[i] = Look(net, positions[i], mirrored).output;
}

// Adds half the gradient of the sum of (sigmoid(steepness * output) - target)^2; returns the sum.
extern "C" double learn(const Parameters& net, const Position* positions, int64_t size, bool mirrored,
                        const float* targets, float steepness, Parameters& gradient) {
  double sum = 0;
  for (int64_t i = 0; i < size; i++) {
    Look look(net, positions[i], mirrored);
    float guess = 1 / (1 + std::exp(-steepness * look.output)), error = guess - targets[i];
    sum += error * error;
    look.learn(net, error * guess * (1 - guess) * steepness, gradient);
  }
  return sum;
}
