// The hot loop of label.py: the static evaluation of a network of Stockfish 15, for many positions.
//
// Its layout, of nnue-pytorch's documentation ("HalfKAv2_hm", 1024 accumulators, 8 stacks of 16, 32 and 1): a look from either
// side at own and other pieces by square, for each of 32 places of the own king, which stands on files e-h, or the board is
// mirrored; each half of a look's accumulators is multiplied with the other half.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

constexpr int WIDTH = 1024, HALF = WIDTH / 2, PLACES = 11 * 64, INPUTS = 32 * PLACES, STACKS = 8;
constexpr int FIRST = 16, SECOND = 32, ONE = 127, SHIFT = 6, OUTPUT_SCALE = 16, KING = 5;

struct Position {  // as positions.py has it: the mover is White
  uint64_t occupied;
  uint8_t pieces[16];
  int16_t score;
  int8_t result;
  uint8_t count;
  uint32_t game;
};

struct Rows {
  int16_t bias[WIDTH], rows[INPUTS][WIDTH];
  int32_t psqt[INPUTS][STACKS];
};

// As the file has it, but for a hash before each.
struct Stack {
  int32_t bias0[FIRST];
  int8_t weights0[FIRST][WIDTH];
  int32_t bias1[SECOND];
  int8_t weights1[SECOND][SECOND];
  int32_t bias2;
  int8_t weights2[SECOND];
};

// Accumulators of the last position seen with a king on that square: the next one of the same game differs by few pieces.
struct Look {
  int16_t sums[WIDTH];
  int32_t psqt[STACKS];
  uint64_t boards[12];

  void change(const Rows& net, int input, int sign) {
    const int16_t* row = net.rows[input];
    for (int i = 0; i < WIDTH; i++) sums[i] += sign * row[i];
    for (int i = 0; i < STACKS; i++) psqt[i] += sign * net.psqt[input][i];
  }
};

class Evaluator {
  const Rows& net;
  const Stack* stacks;
  std::vector<Look> looks;  // by side and king's square

  // What a side sees: `boards` are the mover's six pieces, then the other's.
  const Look& look(int side, int king, const uint64_t (&boards)[12]) {
    Look& seen = looks[side * 64 + king];
    int turn = (side ? 56 : 0) ^ (king & 4 ? 0 : 7), own = king ^ turn;
    int place = PLACES * ((7 - own / 8) * 4 + 7 - own % 8);
    for (int piece = 0; piece < 12; piece++) {
      int type = piece % 6, isOther = piece / 6 ^ side;
      // Both kings share their inputs.
      int base = place + 64 * (type == KING ? 2 * KING : 2 * type + isOther);
      for (uint64_t rest = boards[piece] ^ seen.boards[piece]; rest; rest &= rest - 1) {
        int square = __builtin_ctzll(rest);
        seen.change(net, base + (square ^ turn), boards[piece] >> square & 1 ? 1 : -1);
      }
      seen.boards[piece] = boards[piece];
    }
    return seen;
  }

 public:
  Evaluator(const Rows& net, const Stack* stacks) : net(net), stacks(stacks), looks(2 * 64) {
    for (Look& look : looks) std::memcpy(look.sums, net.bias, sizeof look.sums);
  }

  // For the mover, in the network's own unit.
  int evaluate(const Position& position) {
    uint64_t boards[12] = {};
    int kings[2] = {}, count = 0;
    for (uint64_t rest = position.occupied; rest; rest &= rest - 1, count++) {
      int square = __builtin_ctzll(rest), piece = (position.pieces[count / 2] >> count % 2 * 4 & 15) - 1;
      boards[piece] |= 1ull << square;
      if (piece % 6 == KING) kings[piece / 6] = square;
    }
    const int bucket = (count - 1) / 4;
    const Stack& stack = stacks[bucket];
    uint8_t products[WIDTH];
    int32_t psqt[2];
    for (int side = 0; side < 2; side++) {
      const Look& seen = look(side, kings[side], boards);
      psqt[side] = seen.psqt[bucket];
      for (int i = 0; i < HALF; i++)
        products[HALF * side + i] = std::clamp<int>(seen.sums[i], 0, ONE) * std::clamp<int>(seen.sums[HALF + i], 0, ONE) >> 7;
    }
    int32_t first[FIRST];
    for (int o = 0; o < FIRST; o++) {
      first[o] = stack.bias0[o];
      for (int i = 0; i < WIDTH; i++) first[o] += stack.weights0[o][i] * products[i];
    }
    // All but the last go on, squared and as they are; the last is added at the end.
    uint8_t middle[SECOND] = {};
    for (int o = 0; o < FIRST - 1; o++) {
      middle[o] = std::min<int64_t>(ONE, (int64_t)first[o] * first[o] >> (2 * SHIFT + 7));
      middle[FIRST - 1 + o] = std::clamp(first[o] >> SHIFT, 0, ONE);
    }
    int32_t output = stack.bias2 + first[FIRST - 1] * (600 * OUTPUT_SCALE) / (ONE << SHIFT);
    for (int o = 0; o < SECOND; o++) {
      int32_t sum = stack.bias1[o];
      for (int i = 0; i < SECOND; i++) sum += stack.weights1[o][i] * middle[i];
      output += stack.weights2[o] * std::clamp(sum >> SHIFT, 0, ONE);
    }
    return ((psqt[0] - psqt[1]) / 2 + output) / OUTPUT_SCALE;
  }
};

extern "C" Evaluator* evaluator(const Rows& net, const Stack* stacks) { return new Evaluator(net, stacks); }

extern "C" void evaluate(Evaluator& evaluator, const Position* positions, int64_t size, int32_t* values) {
  for (int64_t i = 0; i < size; i++) values[i] = evaluator.evaluate(positions[i]);
}
