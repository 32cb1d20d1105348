/** The address of a Redis server: a URL with user and password, which never appear in any output. */

import { quote, WazabaError } from "../errors";

const PORT = 6379;

/** A parsed address, and a label for messages. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The number of its database. */
  readonly db: number;
  /** Whether to use TLS. Node's `NODE_EXTRA_CA_CERTS` names additional certificates. */
  readonly isTls: boolean;
  /** The address without user and password. */
  readonly label: string;
}

/**
 * Parses `redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE]`, or `rediss://` for TLS.
 *
 * @param source where it was given, for messages
 * @throws {WazabaError} `usage`; without the text, which may contain a password
 */
export function redisAddress(text: string, source: string): RedisAddress {
  const invalid = (reason: string) => new WazabaError("usage", `${source}: ${reason}`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === "") {
    throw invalid("expected an address like redis://USER:PASSWORD@HOST:6379, or rediss:// for TLS");
  }
  const { protocol, hostname, pathname, search, hash } = url;
  if (search !== "" || hash !== "")
    throw invalid("nothing may follow ? or # in the address; write them as %3F and %23");
  const database = /^\/?(\d{0,4})$/.exec(pathname);
  if (database === null) throw invalid(`${quote(pathname)} is not a database number`);
  const decode = (part: string) => {
    try {
      return part === "" ? undefined : decodeURIComponent(part);
    } catch {
      throw invalid("user or password: % must start a code like %40");
    }
  };
  // URLs put IPv6 addresses in brackets.
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

/** Removes the password from a text, plain, URL-encoded and JSON-encoded. */
export function redact(message: string, { password }: Pick<RedisAddress, "password">): string {
  if (password === undefined) return message;
  const forms = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
  return forms.reduce((redacted, form) => redacted.replaceAll(form, "***"), message);
}
