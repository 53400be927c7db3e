import { z } from 'zod';
import type { Actor } from '../../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing } from '../../../core/endpoint.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { US_ZONES } from '../../../core/us-zones.ts';
import { keepsRooms, ROOMS_MAX } from '../rules/room-place.ts';

const line = (max: number) => z.string().trim().max(max);
const asked = (max: number, message: string) => line(max).min(1, message);

const rentedSite = z
  .object({
    id: z.number(),
    name: z.string(),
    lines: z.array(z.string()),
    phone: z.string(),
    access_note: z.string(),
    rooms: z.number().int(),
    price_cents: z.number().int(),
    /** Exams that are set there and lie ahead. */
    ahead: z.number().int(),
    added_by: z.string(),
    added_at: instant,
    /** Its map of the way there; null where it has none. */
    map_id: z.number().nullable(),
  })
  .meta({ id: 'RentedSite' });
export type RentedSite = z.output<typeof rentedSite>;

const keeping = ({ kind }: Actor): boolean => keepsRooms(kind);

export const roomEndpoints = {
  list: defineEndpoint({
    id: 'rooms.list',
    method: 'GET',
    path: '/api/v1/rented_rooms',
    summary: 'Places whose rooms are rented for exams, with what one costs',
    allow: keeping,
    shape: { output: z.object({ data: z.array(rentedSite) }) },
  }),
  add: defineEndpoint({
    id: 'rooms.add',
    method: 'POST',
    path: '/api/v1/rented_rooms',
    summary: 'Add a place whose rooms are rented',
    allow: keeping,
    idempotent: true,
    success: 201,
    shape: {
      body: z.object({
        name: asked(120, 'Enter a name.'),
        address_line1: asked(200, 'Enter the street.'),
        address_line2: line(200).default(''),
        city: asked(80, 'Enter the city.'),
        state: z.enum(US_STATES.map(([code]) => code) as [string, ...string[]], 'Choose the state.'),
        postal_code: line(10).regex(/^\d{5}(-\d{4})?$/, 'A ZIP code has five digits, or nine with a hyphen.'),
        time_zone: z.enum(US_ZONES.map(({ value }) => value) as [string, ...string[]], 'Choose the zone it is in.'),
        phone: line(40).default(''),
        access_note: line(300).default(''),
        rooms: z.number().int().min(1).max(ROOMS_MAX),
        price_cents: z.number().int().min(0).max(10_000_000),
      }),
      output: z.object({ id: z.number() }),
    },
    errors: ['invalid'],
  }),
  map: defineEndpoint({
    id: 'rooms.map',
    method: 'GET',
    path: '/api/v1/rented_rooms/{id}/map',
    summary: 'The map of the way to a rented place',
    allow: keeping,
    // the map it is of, so that another one has another address
    shape: { params: z.object({ id: idParam }), query: z.object({ map_id: idParam.optional() }), output: nothing },
    errors: ['not_found', 'damaged'],
    raw: 'image/jpeg',
  }),
  saveMap: defineEndpoint({
    id: 'rooms.save_map',
    method: 'POST',
    path: '/api/v1/rented_rooms/{id}/map',
    summary: 'Send a map of the way to a rented place: the bytes of a JPEG, PNG or WebP; drawn anew, whole',
    allow: keeping,
    shape: { params: z.object({ id: idParam }), output: z.object({ id: z.number() }) },
    errors: ['not_found', 'wrong_state', 'invalid', 'too_large', 'unsupported_type', 'throttled', 'storage_full'],
    success: 201,
  }),
  removeMap: defineEndpoint({
    id: 'rooms.remove_map',
    method: 'POST',
    path: '/api/v1/rented_rooms/{id}/map/remove',
    summary: 'Take the map of a rented place away; letters that were printed keep theirs',
    allow: keeping,
    shape: { params: z.object({ id: idParam }), output: z.object({ id: z.number() }) },
    errors: ['not_found', 'wrong_state'],
  }),
  end: defineEndpoint({
    id: 'rooms.end',
    method: 'POST',
    path: '/api/v1/rented_rooms/{id}/end',
    summary: 'Offer a rented place no more; exams that are set there stay',
    allow: keeping,
    shape: { params: z.object({ id: idParam }), output: z.object({ id: z.number() }) },
    errors: ['not_found', 'wrong_state'],
  }),
};
