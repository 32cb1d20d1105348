// Not needed, but with these headers a stop does not cost the engine's table.
const headers = [
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Embedder-Policy", value: "require-corp" },
];

export default {
  headers: async () => [{ source: "/:path*", headers }],
};
