import type { MessagePort } from 'node:worker_threads';
import { carryError, invariant } from '../../base/index.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import { createArchiveSchemas } from '../archive-schemas.ts';
import { openSlab, type Slab } from './parcel.ts';
import { createParcelReader, type ParcelReader } from './parcel-reader.ts';
import type { FromReader, ToReader } from './ports.ts';

/** Does something with an archive whose records are read in a thread of their own. */
export interface ArchiveConsumer {
  /** Sees every event, `end` last. The source of a record is gone when it returns. */
  observe(event: ArchiveEvent): void;
  /** What the thread that feeds the archive is told before it begins, as plain data. */
  readonly opened?: unknown;
  /** Takes what that thread sends along with the archive. */
  take?(message: unknown): void;
  /** Gives the answer, as plain data. */
  complete(): unknown;
  /** Undoes everything; called where reading failed, or after a failure of its own. */
  abandon(): void | Promise<void>;
}

/** Opens the consumer; `note` tells the other thread something on the way, as plain data. */
export type OpenConsumer = (note: (note: unknown) => void) => ArchiveConsumer | Promise<ArchiveConsumer>;

/** Reads the records of the archive that comes through the port, and has the consumer make something of them. */
export function serveArchive(port: MessagePort, open: OpenConsumer): void {
  const post = (message: FromReader) => port.postMessage(message);
  const service = new ArchiveService(post, open);
  let work: Promise<unknown> = service.start();
  port.on('message', (message: ToReader) => {
    work = work.then(async () => {
      await service.take(message);
      if (service.isOver) {
        port.close();
      }
    });
  });
}

/** Slabs that are given back together: fewer than may be out, so that the other thread never waits for the last ones. */
const FREE_AT_ONCE = 3;

class ArchiveService {
  readonly #post: (message: FromReader) => void;
  readonly #open: OpenConsumer;
  readonly #slabs: Slab[] = [];
  #free: number[] = [];
  #consumer: ArchiveConsumer | undefined;
  #reader: ParcelReader | undefined;
  #hasFailed = false;
  #isOver = false;

  constructor(post: (message: FromReader) => void, open: OpenConsumer) {
    this.#post = post;
    this.#open = open;
  }

  /** True once nothing more will be asked. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async start(): Promise<void> {
    await this.#attempt(async () => {
      const consumer = await this.#open((note) => this.#post({ type: 'note', note }));
      const emit = (event: ArchiveEvent) => consumer.observe(event);
      this.#consumer = consumer;
      this.#reader = createParcelReader({
        schemas: createArchiveSchemas(),
        emit,
        onMessage: (message) => consumer.take?.(message),
      });
      this.#post({ type: 'opened', opened: consumer.opened });
    });
  }

  async take(message: ToReader): Promise<void> {
    switch (message.type) {
      case 'slab':
        this.#slabs[message.number] = openSlab(message.memory);
        break;
      case 'parcel': {
        const slab = this.#slabs[message.parcel.slab];
        invariant(slab !== undefined, 'a slab is announced before it is sent');
        await this.#attempt(() => this.#reader?.read(message.parcel, slab));
        this.#giveBack(message.parcel.slab);
        break;
      }
      case 'complete':
        await this.#attempt(async () => {
          this.#post({ type: 'answer', answer: await this.#consumer?.complete() });
          this.#isOver = true;
        });
        break;
      case 'abandon':
        await this.#consumer?.abandon();
        this.#isOver = true;
        this.#post({ type: 'abandoned' });
        break;
    }
  }

  /** Gives slabs back by the few: a message costs more than a slab's memory. */
  #giveBack(slab: number): void {
    this.#free.push(slab);
    if (this.#free.length === FREE_AT_ONCE) {
      this.#post({ type: 'free', slabs: this.#free });
      this.#free = [];
    }
  }

  /** After a failure parcels are only given back, until the other thread says that everything is to be undone. */
  async #attempt(work: () => unknown): Promise<void> {
    if (this.#hasFailed) {
      return;
    }
    try {
      await work();
    } catch (error) {
      this.#hasFailed = true;
      this.#post({ type: 'failed', error: carryError(error) });
    }
  }
}
