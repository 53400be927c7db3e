import type { Condition } from '../matters/types.ts';
import type { Prng } from './prng.ts';

type Range = readonly [low: number, high: number];
type Vital = { hr: Range; sys: Range; dia: Range; rr: Range; temp: Range; spo2: Range; pain: Range | null };

/** Tenths of a degree Celsius for `temp`. */
const VITALS: Record<Condition, Vital> = {
  steady: {
    hr: [64, 86],
    sys: [112, 134],
    dia: [64, 80],
    rr: [14, 18],
    temp: [365, 371],
    spo2: [96, 99],
    pain: [0, 3],
  },
  pain: { hr: [82, 100], sys: [128, 152], dia: [74, 90], rr: [16, 20], temp: [365, 372], spo2: [95, 98], pain: [5, 8] },
  hypertensive: {
    hr: [78, 98],
    sys: [162, 188],
    dia: [94, 112],
    rr: [16, 20],
    temp: [365, 371],
    spo2: [95, 98],
    pain: [2, 5],
  },
  tachycardic: {
    hr: [108, 124],
    sys: [104, 124],
    dia: [60, 76],
    rr: [18, 24],
    temp: [368, 376],
    spo2: [93, 96],
    pain: [3, 6],
  },
  febrile: {
    hr: [96, 112],
    sys: [108, 128],
    dia: [60, 74],
    rr: [18, 22],
    temp: [382, 391],
    spo2: [94, 97],
    pain: [3, 6],
  },
  septic: {
    hr: [116, 134],
    sys: [86, 100],
    dia: [46, 58],
    rr: [24, 30],
    temp: [385, 395],
    spo2: [91, 95],
    pain: [4, 7],
  },
  shock: { hr: [122, 142], sys: [72, 88], dia: [38, 50], rr: [26, 34], temp: [356, 364], spo2: [89, 94], pain: null },
  hypoxic: {
    hr: [106, 122],
    sys: [104, 122],
    dia: [60, 74],
    rr: [24, 30],
    temp: [366, 373],
    spo2: [86, 91],
    pain: [2, 5],
  },
  ventilated: {
    hr: [84, 104],
    sys: [102, 122],
    dia: [54, 68],
    rr: [16, 18],
    temp: [366, 374],
    spo2: [94, 98],
    pain: null,
  },
  bleeding: {
    hr: [112, 128],
    sys: [88, 102],
    dia: [50, 62],
    rr: [20, 24],
    temp: [361, 367],
    spo2: [95, 98],
    pain: [4, 7],
  },
  labor: {
    hr: [80, 102],
    sys: [114, 136],
    dia: [66, 82],
    rr: [16, 20],
    temp: [366, 373],
    spo2: [97, 99],
    pain: [4, 8],
  },
  newborn: { hr: [124, 152], sys: [62, 76], dia: [34, 46], rr: [38, 54], temp: [366, 372], spo2: [95, 99], pain: null },
  newborn_ill: {
    hr: [148, 172],
    sys: [52, 64],
    dia: [26, 36],
    rr: [54, 72],
    temp: [360, 366],
    spo2: [88, 94],
    pain: null,
  },
  child: { hr: [84, 108], sys: [96, 112], dia: [56, 68], rr: [18, 24], temp: [365, 372], spo2: [97, 99], pain: [0, 3] },
  child_ill: {
    hr: [128, 152],
    sys: [92, 106],
    dia: [50, 62],
    rr: [26, 36],
    temp: [385, 396],
    spo2: [94, 97],
    pain: [5, 8],
  },
  anemic: {
    hr: [92, 106],
    sys: [104, 120],
    dia: [58, 70],
    rr: [16, 20],
    temp: [365, 370],
    spo2: [96, 98],
    pain: [1, 4],
  },
  renal: { hr: [76, 94], sys: [146, 166], dia: [84, 96], rr: [16, 20], temp: [364, 370], spo2: [94, 97], pain: [0, 4] },
};

export type Reading = { hr: string; bp: string; map: string; rr: string; temp: string; spo2: string; pain: string };

/** One set of vital signs for the condition. */
export function reading(condition: Condition, random: Prng): Reading {
  const vital = VITALS[condition];
  const sys = random.int(...vital.sys);
  const dia = random.int(...vital.dia);
  return {
    hr: String(random.int(...vital.hr)),
    bp: `${sys}/${dia}`,
    map: String(Math.round((sys + 2 * dia) / 3)),
    rr: String(random.int(...vital.rr)),
    temp: (random.int(...vital.temp) / 10).toFixed(1),
    spo2: `${random.int(...vital.spo2)}%`,
    pain: vital.pain === null ? '-' : `${random.int(...vital.pain)}/10`,
  };
}

export type Test = { name: string; unit: string; low: number; high: number; digits: number; usual: Range };

const test = (name: string, unit: string, low: number, high: number, digits: number, usual: Range): Test => ({
  name,
  unit,
  low,
  high,
  digits,
  usual,
});

export const PANELS: Record<string, Test[]> = {
  'Complete blood count': [
    test('White blood cell count', 'K/uL', 4, 11, 1, [5.2, 9.6]),
    test('Red blood cell count', 'M/uL', 4.1, 5.6, 2, [4.2, 5.1]),
    test('Hemoglobin', 'g/dL', 12, 16.5, 1, [12.4, 14.8]),
    test('Hematocrit', '%', 36, 49, 1, [37, 44]),
    test('MCV', 'fL', 80, 100, 1, [84, 94]),
    test('MCH', 'pg', 27, 33, 1, [28, 32]),
    test('RDW', '%', 11.5, 14.5, 1, [12, 14]),
    test('Platelet count', 'K/uL', 150, 400, 0, [178, 320]),
    test('MPV', 'fL', 7.4, 11.4, 1, [8.2, 10.6]),
    test('Neutrophils', '%', 40, 74, 0, [50, 70]),
    test('Lymphocytes', '%', 19, 48, 0, [22, 38]),
  ],
  'Basic metabolic panel': [
    test('Sodium', 'mmol/L', 136, 145, 0, [137, 143]),
    test('Potassium', 'mmol/L', 3.5, 5.1, 1, [3.7, 4.6]),
    test('Chloride', 'mmol/L', 98, 107, 0, [99, 106]),
    test('Carbon dioxide', 'mmol/L', 21, 31, 0, [23, 28]),
    test('Anion gap', 'mmol/L', 5, 15, 0, [7, 13]),
    test('Urea nitrogen', 'mg/dL', 7, 20, 0, [9, 19]),
    test('Creatinine', 'mg/dL', 0.6, 1.3, 2, [0.7, 1.15]),
    test('Glucose', 'mg/dL', 70, 140, 0, [88, 132]),
    test('Calcium', 'mg/dL', 8.5, 10.5, 1, [8.6, 9.8]),
  ],
  'Hepatic function panel': [
    test('Total protein', 'g/dL', 6, 8.3, 1, [6.2, 7.4]),
    test('Albumin', 'g/dL', 3.5, 5, 1, [3.5, 4.4]),
    test('ALT', 'U/L', 7, 52, 0, [14, 44]),
    test('AST', 'U/L', 8, 40, 0, [14, 36]),
    test('Alkaline phosphatase', 'U/L', 40, 130, 0, [52, 110]),
  ],
  'Urinalysis, dipstick': [
    test('Specific gravity', '', 1.005, 1.03, 3, [1.008, 1.024]),
    test('pH, urine', '', 5, 8, 1, [5.5, 7]),
  ],
};

/** What the condition does to routine values; everything else stays usual. */
const SHIFTS: Partial<Record<Condition, Record<string, Range>>> = {
  febrile: { 'White blood cell count': [12.4, 15.8], Neutrophils: [78, 86], Lymphocytes: [8, 15] },
  septic: {
    'White blood cell count': [17.5, 23.8],
    Neutrophils: [87, 93],
    Lymphocytes: [3, 8],
    'Carbon dioxide': [15, 19],
    'Anion gap': [16, 20],
    Creatinine: [1.5, 2.1],
    'Urea nitrogen': [26, 38],
    Albumin: [2.5, 3.1],
  },
  shock: {
    'White blood cell count': [18.2, 25.1],
    'Carbon dioxide': [12, 16],
    'Anion gap': [18, 24],
    Creatinine: [1.9, 2.8],
    'Urea nitrogen': [32, 48],
    Albumin: [2.1, 2.8],
  },
  bleeding: { Hemoglobin: [6.9, 8.2], Hematocrit: [21, 25], 'Red blood cell count': [2.4, 2.9] },
  anemic: {
    Hemoglobin: [8.4, 9.9],
    Hematocrit: [26, 30],
    'Red blood cell count': [3.0, 3.5],
    MCV: [71, 78],
    MCH: [22, 26],
    RDW: [16, 19],
  },
  renal: {
    Creatinine: [3.4, 4.8],
    'Urea nitrogen': [48, 72],
    'Carbon dioxide': [17, 20],
    Hemoglobin: [9.6, 11.2],
    Hematocrit: [29, 34],
  },
  ventilated: {
    Hemoglobin: [9.2, 10.8],
    Hematocrit: [28, 33],
    'White blood cell count': [10.4, 14.2],
    Albumin: [2.6, 3.2],
  },
  newborn: { Hemoglobin: [15.8, 18.4], Hematocrit: [47, 56], MCV: [98, 108], 'White blood cell count': [11.2, 19.6] },
  newborn_ill: {
    Hemoglobin: [14.2, 17.0],
    Hematocrit: [43, 52],
    MCV: [98, 108],
    'White blood cell count': [19.8, 28.4],
    'Carbon dioxide': [14, 18],
  },
  child_ill: { 'White blood cell count': [15.8, 21.6], Neutrophils: [80, 88], Lymphocytes: [8, 14] },
};

/** One result with its flag. `own` overrides what the condition gives. */
export function result(
  item: Test,
  condition: Condition,
  random: Prng,
  own: Record<string, [number, number]> = {},
): string {
  const [low, high] = own[item.name] ?? SHIFTS[condition]?.[item.name] ?? item.usual;
  const value = low + random.next() * (high - low);
  const flag = value < item.low ? 'L ' : value > item.high ? 'H ' : '';
  return `${flag}${value.toFixed(item.digits)}`;
}
