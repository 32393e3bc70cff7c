// SHA-256 of bytes: the browser's own where it has one (secure addresses only), else the same in plain JavaScript.

const K = new Uint32Array(64);
const START = new Uint32Array(8);
{
  // the fractional parts of the cube and square roots of the first primes
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  let found = 0;
  for (let n = 2; found < 64; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(n));
    K[found] = fraction(Math.cbrt(n));
    found += 1;
  }
}

const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** The digest in plain JavaScript. */
export function plainSha256(bytes) {
  const size = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(size * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size * 64 - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size * 64 - 4, bytes.length << 3);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < size; block += 1) {
    for (let t = 0; t < 16; t += 1) w[t] = view.getUint32(block * 64 + t * 4);
    for (let t = 16; t < 64; t += 1) {
      const s0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >>> 3);
      const s1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, hh] = state;
    for (let t = 0; t < 64; t += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (hh + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [hh, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, hh].forEach((value, n) => {
      state[n] += value;
    });
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((value, n) => out.setUint32(n * 4, value));
  return digest;
}

/** The digest, by the browser itself where it can. */
export async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return plainSha256(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(text) {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new TypeError(`${text} is not hexadecimal`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
