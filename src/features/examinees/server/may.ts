import { type Actor, actsForClinOps } from '../../../core/actor.ts';

/** Whoever arranges exams: serves their notices, and writes to who is examined. */
export const mayArrange = (actor: Pick<Actor, 'kind'>): boolean => actsForClinOps(actor.kind);
