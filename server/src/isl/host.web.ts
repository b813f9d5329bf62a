// libisl in a worker of a browser. The client says where its files are: a worker cannot see where it comes from.

import { IslHost, type StartWorker } from './host.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Addresses of `isl.web.js` and `isl.wasm`. */
interface IslAddresses {
  readonly worker: string;
  readonly library: string;
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is not to be had (${response.status})`);
  return response.arrayBuffer();
}

/** A worker may come from another origin only as a blob. */
const starting =
  (addresses: IslAddresses): StartWorker =>
  async (events) => {
    const [program, library] = await Promise.all([fetched(addresses.worker), fetched(addresses.library)]);
    const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => events.message(data);
    worker.onerror = ({ message }) => events.failed(message);
    const send = (message: ToWorker): void => worker.postMessage(message);
    send({ library });
    return { send, end: () => worker.terminate() };
  };

export const webIslHost = (addresses: IslAddresses): IslHost => new IslHost(starting(addresses));
