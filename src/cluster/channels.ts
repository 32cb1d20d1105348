/**
 * Channels: messages that reach everyone who listens now (Redis pub/sub), within about a millisecond. Nothing is stored or queued:
 * what cannot be sent now is dropped.
 */

/** The part of a Redis client that is used here. */
export interface PubSubClient {
  readonly status: string;
  publish(channel: string, message: Buffer): Promise<number>;
  subscribe(...channels: string[]): Promise<unknown>;
  unsubscribe(...channels: string[]): Promise<unknown>;
  on(event: "messageBuffer", listener: (channel: Buffer, message: Buffer) => void): unknown;
  disconnect(): void;
  /** Its socket, while connected. */
  readonly stream?: { unref?(): unknown } | null;
}

/** The maximum number of unacknowledged messages; beyond it Redis is too slow, or frozen, and messages that may be missed are dropped. */
const MAX_PENDING = 64;

export class Channels {
  /** Messages sent and received, and their bytes, without protocol overhead. */
  readonly traffic = { messages: 0, bytes: 0 };
  readonly #publisher: PubSubClient;
  readonly #subscriber: PubSubClient;
  readonly #listeners = new Map<string, (message: Buffer) => void>();
  #pending = 0;

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
   * @param mayBeMissed whether it may be dropped if Redis does not keep up
   */
  send(channel: string, message: Buffer, mayBeMissed = false): void {
    if (this.#publisher.status !== "ready" || (mayBeMissed && this.#pending >= MAX_PENDING)) return;
    this.#count(message);
    this.#pending++;
    const onDone = () => {
      this.#pending--;
    };
    this.#publisher.publish(channel, message).then(onDone, onDone);
  }

  /**
   * Receives messages from now on, also after a reconnection.
   *
   * @throws Redis's error if the user may not listen
   */
  async listen(channel: string, listener: (message: Buffer) => void): Promise<void> {
    this.#listeners.set(channel, listener);
    await this.#subscriber.subscribe(channel);
  }

  /** Stops listening to channels. */
  leave(...channels: string[]): void {
    for (const channel of channels) this.#listeners.delete(channel);
    this.#subscriber.unsubscribe(...channels).catch(() => {});
  }

  #count({ length }: Buffer): void {
    this.traffic.messages++;
    this.traffic.bytes += length;
  }
}
