// Which environments are those of objects that a call makes, or that are being made.

import type { Environment } from '../../model/environment.ts';

const made = new WeakSet<Environment>();

export const noteMade = (env: Environment): void => {
  made.add(env);
};

/** Whether an environment is that of an object that a call makes: what the call leaves out has its default for certain. */
export const isOfMadeObject = (env: Environment): boolean => made.has(env);

const inMaking = new WeakSet<Environment>();

export const noteInMaking = (env: Environment): void => {
  inMaking.add(env);
};

/** Whether an environment is that of an object while its `__init__` works out what it hands to that of a base. */
export const isInMaking = (env: Environment): boolean => inMaking.has(env);
