const base = process.env.BASE;
const r = await fetch(base + '/api/v1/sessions', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: process.argv[2], password: 'harbor-lantern-42' }),
});
console.log(r.status, (await r.text()).slice(0, 200));
