import { BlockList, isIP } from 'node:net';
import { addressIn } from '../../../platform/http/addresses.ts';

interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** "203.0.113.7" or "2001:db8::/32"; null where it names no network. */
function networkIn(text: string): Network | null {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return null;
  const most = version === 4 ? 32 : 128;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)) return null;
  return { address, bits: bits === undefined ? most : Number(bits), family: version === 4 ? 'ipv4' : 'ipv6' };
}

export const isNetwork = (text: string): boolean => networkIn(text) !== null;

/** Whether an address is among these networks; among none named everybody is. */
export function isAmong(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  const address = addressIn(ip);
  if (address === null) return false;
  const list = new BlockList();
  for (const network of networks.map(networkIn))
    if (network) list.addSubnet(network.address, network.bits, network.family);
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
