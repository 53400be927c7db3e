import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * Processor seconds used so far by a process, and with `children` by its children. Figures of this kind hold on a busy
 * machine, too, where times do not. Zero where the system does not tell (only Linux does).
 */
export function cpuSeconds(pid: number, children = false): number {
  try {
    if (!children) return statOf(String(pid))?.seconds ?? 0;
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(statOf)
      .reduce((sum, stat) => (stat?.parent === pid ? sum + stat.seconds : sum), 0);
  } catch {
    return 0;
  }
}

function statOf(pid: string): { parent: number; seconds: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
  } catch {
    return null; // it has just ended
  }
}
