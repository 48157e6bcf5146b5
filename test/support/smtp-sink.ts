/** A mail server for tests: accepts every mail (or refuses every recipient) and keeps what it was sent. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface SmtpSink {
  /** For SMTP_URL. */
  url: string;
  /** Whole messages, as sent. */
  messages: string[];
  stop(): Promise<void>;
}

/** At `port`, or at a free one. */
export async function startSmtpSink({ refuse = false, port = 0 } = {}): Promise<SmtpSink> {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, messages, refuse);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function converse(socket: Socket, messages: string[], refuse: boolean): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let received = '';
  let inData = false;
  say('220 sink');
  socket.setEncoding('utf8').on('data', (text) => {
    received += String(text);
    for (;;) {
      const end = inData ? '\r\n.\r\n' : '\r\n';
      const at = received.indexOf(end);
      if (at < 0) return;
      const part = received.slice(0, at);
      received = received.slice(at + end.length);
      if (inData) {
        messages.push(part);
        inData = false;
        say('250 kept');
        continue;
      }
      const command = part.slice(0, 4).toUpperCase();
      inData = command === 'DATA';
      if (inData) say('354 go on');
      else if (command === 'RCPT' && refuse) say(`550 5.1.1 ${part.slice(8)}: no such mailbox`);
      else if (command === 'QUIT') socket.end('221 bye\r\n');
      else say('250 ok');
    }
  });
}
