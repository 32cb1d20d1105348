/** The address of a Redis: a URL with user and password, which stay out of everything that is told. */

import { quote, WazabaError } from "../errors";

const PORT = 6379;

/** Where a Redis is, and how to speak of it. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The number of its database. */
  readonly db: number;
  /** Whether it is spoken to by TLS. Node's `NODE_EXTRA_CA_CERTS` names certificates of one's own. */
  readonly isTls: boolean;
  /** The address without user and password. */
  readonly label: string;
}

/**
 * Reads `redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE]`, or `rediss://` for TLS.
 *
 * @param source what it was given as, for messages
 * @throws {WazabaError} `usage`; without the text, which may hold a password
 */
export function redisAddress(text: string, source: string): RedisAddress {
  const refuse = (reason: string) => new WazabaError("usage", `${source}: ${reason}`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === "") {
    throw refuse("it is not an address like redis://USER:PASSWORD@HOST:6379, or rediss:// for TLS");
  }
  const { protocol, hostname, pathname, search, hash } = url;
  if (search !== "" || hash !== "") throw refuse("nothing may follow ? or # in the address; write them as %3F and %23");
  const database = /^\/?(\d{0,4})$/.exec(pathname);
  if (database === null) throw refuse(`${quote(pathname)} is not the number of a database`);
  const decode = (part: string) => {
    try {
      return part === "" ? undefined : decodeURIComponent(part);
    } catch {
      throw refuse("user or password: % begins no code like %40");
    }
  };
  // Brackets belong to the text of an IPv6 address only.
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: url.port === "" ? PORT : Number(url.port),
    username: decode(url.username),
    password: decode(url.password),
    db: Number(database[1]),
    isTls: protocol === "rediss:",
    label: `${protocol}//${hostname}:${url.port === "" ? PORT : url.port}${database[1] === "" ? "" : `/${database[1]}`}`,
  };
}

/** A text without the password, as it is and as URLs write it. */
export function redact(message: string, { password }: Pick<RedisAddress, "password">): string {
  if (password === undefined) return message;
  const forms = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
  return forms.reduce((redacted, form) => redacted.replaceAll(form, "***"), message);
}
