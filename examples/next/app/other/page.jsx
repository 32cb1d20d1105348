import Link from "next/link";

export default function Other() {
  return <Link href="/">Back to the game</Link>;
}
