/**
 * Channels: messages that reach whoever listens at this moment (Redis's pub/sub), within a millisecond or so. Nothing is kept and
 * nothing waits: what cannot be sent now is not sent.
 */

/** What this needs of a Redis client. */
export interface PubSubClient {
  readonly status: string;
  publish(channel: string, message: Buffer): Promise<number>;
  subscribe(...channels: string[]): Promise<unknown>;
  unsubscribe(...channels: string[]): Promise<unknown>;
  on(event: "messageBuffer", listener: (channel: Buffer, message: Buffer) => void): unknown;
  disconnect(): void;
  /** Its socket, while there is one. */
  readonly stream?: { unref?(): unknown } | null;
}

/** Messages under way to Redis, at most; beyond that Redis is too slow, or frozen, and what can be missed is left out. */
const MOST_UNANSWERED = 64;

export class Channels {
  /** Messages sent and received, and their bytes, without Redis's own. */
  readonly traffic = { messages: 0, bytes: 0 };
  readonly #publisher: PubSubClient;
  readonly #subscriber: PubSubClient;
  readonly #listeners = new Map<string, (message: Buffer) => void>();
  #unanswered = 0;

  constructor(publisher: PubSubClient, subscriber: PubSubClient) {
    this.#publisher = publisher;
    this.#subscriber = subscriber;
    subscriber.on("messageBuffer", (channel, message) => {
      const listener = this.#listeners.get(channel.toString());
      if (listener === undefined) return;
      this.#count(message);
      listener(message);
    });
  }

  /**
   * Sends a message, if that is possible now.
   *
   * @param mayBeMissed whether it is left out if Redis does not keep up
   */
  send(channel: string, message: Buffer, mayBeMissed = false): void {
    if (this.#publisher.status !== "ready" || (mayBeMissed && this.#unanswered >= MOST_UNANSWERED)) return;
    this.#count(message);
    this.#unanswered++;
    const isAnswered = () => {
      this.#unanswered--;
    };
    this.#publisher.publish(channel, message).then(isAnswered, isAnswered);
  }

  /**
   * Hears what is sent from now on, also after Redis was away.
   *
   * @throws what Redis says if the user may not listen
   */
  async listen(channel: string, listener: (message: Buffer) => void): Promise<void> {
    this.#listeners.set(channel, listener);
    await this.#subscriber.subscribe(channel);
  }

  /** Hears no more of them. */
  leave(...channels: string[]): void {
    for (const channel of channels) this.#listeners.delete(channel);
    this.#subscriber.unsubscribe(...channels).catch(() => {});
  }

  #count({ length }: Buffer): void {
    this.traffic.messages++;
    this.traffic.bytes += length;
  }
}
