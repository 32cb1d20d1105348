export const metadata = { title: "Wazaba in Next", icons: "data:," };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body style={{ maxWidth: 420, margin: "2rem auto", fontFamily: "system-ui, sans-serif" }}>{children}</body>
    </html>
  );
}
