/** Preloaded in every thread of a process under test. It blocks outgoing connections and prints each attempt. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

function refusal(what: string): Error {
  process.stdout.write(`outward: ${what}\n`);
  return Object.assign(new Error('This test allows no outgoing connections'), { code: 'EREFUSED' });
}

net.Socket.prototype.connect = function connect(this: net.Socket, ...target: unknown[]) {
  return this.destroy(refusal(`connect ${JSON.stringify(target[0])}`));
};
dgram.Socket.prototype.send = () => {
  throw refusal('datagram');
};
for (const holder of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const [name, original] of Object.entries(holder)) {
    if (!/^(lookup|resolve|reverse)/.test(name) || typeof original !== 'function') continue;
    const recorded = (asked: unknown, ...rest: unknown[]): unknown => {
      // Node also looks up an IP address before it listens on it. This sends no request.
      if (typeof asked === 'string' && net.isIP(asked) > 0 && name === 'lookup') {
        return Reflect.apply(original, holder, [asked, ...rest]);
      }
      const error = refusal(`${name} ${String(asked)}`);
      const answered = rest.at(-1);
      if (typeof answered !== 'function') return Promise.reject(error);
      return queueMicrotask(() => Reflect.apply(answered, null, [error]));
    };
    Object.assign(holder, { [name]: recorded });
  }
}
