import { bestMove, validateFen } from "wazaba";

/** The engine on the server: `/api/best-move?fen=…`. */
export async function GET(request) {
  const fen = new URL(request.url).searchParams.get("fen") ?? "startpos";
  const error = validateFen(fen);
  if (error !== null) return Response.json(error, { status: 400 });
  return Response.json(await bestMove(fen, { movetime: 200, signal: request.signal }));
}
