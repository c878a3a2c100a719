import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A port of this machine that can refuse connections for a while and come back under the same number. */
export interface Port {
  readonly number: number;
  /** Breaks all connections. New ones are accepted. */
  readonly cut: () => void;
  /** Breaks all connections and refuses new ones. */
  readonly close: () => Promise<void>;
  /** Accepts connections again. Does nothing while the port is open. */
  readonly open: () => Promise<void>;
}

/** Opens a free port. @param onConnection handles each connection. */
export async function openPort(onConnection: (socket: Socket) => void): Promise<Port> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // A connection that breaks is what these tests are about.
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  const listen = async (number: number) => {
    server.listen(number, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    number: port,
    cut,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
    open: async () => {
      if (!server.listening) await listen(port);
    },
  };
}
