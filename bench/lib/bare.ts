/**
 * The limits: bare servers that do the least that could be called the same work on the same database. No sessions to
 * resolve, no permissions, no audit, no validation: what is left is the floor under any program of this kind here.
 */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { Server } from 'socket.io';
import { connect } from '../../src/platform/db/database.ts';
import type { BareOptions } from './channel.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as BareOptions;
const { pool, close } = connect(options.connection, { max: 20 });
const app = Fastify({ logger: false, bodyLimit: 4 * 1024 ** 3 });

/** One row by its key, and one row of its owner: two indexed queries as pg makes them when nothing is said. */
app.get<{ Params: { id: string } }>('/review/:id', async (request) => {
  const { rows } = await pool.query('select * from reviews where id = $1', [request.params.id]);
  const owner = await pool.query('select id, first_name, last_name, email from users where id = $1', [
    rows[0]?.requester_id,
  ]);
  return { ...rows[0], requester: owner.rows[0] };
});

/** Takes whatever comes, as what hears webhooks does. */
app.post('/hook', async (_request, reply) => reply.status(204).send());

/** 25 rows in index order: one indexed query. */
app.get<{ Querystring: { organization_id: string; after?: string; id?: string } }>('/reviews', async (request) => {
  const { organization_id, after, id } = request.query;
  const { rows } = await pool.query(
    `select id, kind, status, bucket, ball, organization_id, requester_id, expert_profile_id, subject, claim_number,
        specialty_id, state, review_type, service, expedited, pages, needed_by, due_at, updated_at from reviews
      where organization_id = $1 and kind = 'Case' and bucket = 'active' and (due_sort, id) > ($2, $3)
      order by due_sort, id limit 25`,
    [organization_id, after ?? '-infinity', id ?? 0],
  );
  return { data: rows };
});

/** The experts of a specialty with what the board shows first of them: one indexed query. */
app.get<{ Params: { specialty: string } }>('/experts/:specialty', async (request) => {
  const { rows } = await pool.query(
    `select e.*, u.first_name, u.last_name from credentials c join expert_profiles e on e.profile_id = c.expert_profile_id
        join profiles p on p.id = e.profile_id join users u on u.id = p.user_id
      where c.specialty_id = (select id from specialties where name = $1) and e.status = 'active' and c.availability <> 'none'
      order by e.profile_id limit 100`,
    [request.params.specialty],
  );
  return { data: rows };
});

/** An insert and an update, committed together. */
app.post<{ Params: { id: string } }>('/submit/:id', async (request) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'row',
      text: "insert into audit_rows (at, action, actor_kind, review_id) values (now(), 'bench.submit', 'system', $1)",
      values: [request.params.id],
    });
    await client.query({
      name: 'status',
      text: 'update reviews set updated_at = now(), lock_version = lock_version + 1 where id = $1',
      values: [request.params.id],
    });
    await client.query('commit');
  } finally {
    client.release();
  }
  return { id: request.params.id };
});

/** The body written to a file and forced to the disk. */
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', (_request, _payload, done) => done(null));
app.put('/file', async (request) => {
  const file = await open(join(options.folder, `raw-${process.pid}`), 'w');
  try {
    let size = 0;
    for await (const chunk of request.raw as AsyncIterable<Buffer>) {
      await file.write(chunk);
      size += chunk.length;
    }
    await file.sync();
    return { size };
  } finally {
    await file.close();
  }
});

await pool.query(
  'create table if not exists bench_messages (id bigint generated always as identity primary key, sender bigint, body text, at timestamptz)',
);
await app.ready();
const io = new Server(app.server, { path: '/live', transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  void socket.join('room');
  // delivery to a room and nothing else
  socket.on('echo', (payload: unknown) => void io.to('room').emit('echo', payload));
  // one row, committed, acknowledged
  socket.on('message', async (body: string, done: () => void) => {
    await pool.query({
      name: 'message',
      text: 'insert into bench_messages (sender, body, at) values ($1, $2, now())',
      values: [1, body],
    });
    done();
  });
});
await app.listen({ port: options.port, host: '127.0.0.1' });

process.on('message', (message: { id: number; do: string }) => {
  if (message.do !== 'stop') return process.send?.({ id: message.id, value: process.memoryUsage().rss });
  void io
    .close()
    .then(() => app.close())
    .catch(() => undefined)
    .then(() => close())
    .then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0, value: 0 });
