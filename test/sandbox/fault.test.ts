import { describe, expect, it } from 'vitest';
import { parseFault, readFault } from '../../src/sandbox/fault.ts';

describe('parseFault()', () => {
  it('reads kind, route, counts and parameters, and fills in the rest', () => {
    expect(parseFault('answer, route=GET /events, status=503, times=2')).toEqual({
      kind: 'answer',
      route: 'GET /events',
      times: 2,
      skip: 0,
      parameters: { status: 503, body: '' },
    });
    expect(parseFault('foreign_link,origin=http://x.example:8/?a=b').parameters['origin']).toBe(
      'http://x.example:8/?a=b',
    );
  });

  it.each([
    ['', 'Cannot make the fault'],
    ['explosion', 'the kinds are answer, '],
    ['delay,status=500', 'Cannot set "status" of the fault "delay"'],
    ['delay,delay_ms=soon', 'it takes a number'],
    ['answer,status=200000', 'whole, from 200 to 599'],
    ['reset,stage=soon', 'before, in or after'],
    ['delay,times=-1', 'is not a count'],
    ['delay,times=1.5', 'is not a count'],
    ['delay,skip=2 requests', 'is not a count'],
    ['truncated_archive,route=GET /user', 'it happens only in answers of the storage'],
    ['primary_limit,route=storage', 'it happens only in answers of the API'],
    ['failed_migration,route=POST /user/migrations', 'it happens only to migrations'],
  ])('refuses "%s"', (text, message) => {
    expect(() => parseFault(text)).toThrow(message);
  });
});

describe('readFault()', () => {
  it('refuses values that are not objects', () => {
    expect(() => readFault([])).toThrow(RangeError);
  });
});
