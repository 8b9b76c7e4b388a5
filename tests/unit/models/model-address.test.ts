import { expect, test } from 'vitest';
import { classifyAddress } from '#gateway/core/address-kind.ts';

test.each([
  'http://127.0.0.1:11434/v1',
  'http://localhost:8000/v1',
  'http://LOCALHOST./v1',
  'http://10.1.2.3/v1',
  'http://192.168.1.20:8080/v1',
  'http://172.16.0.1/v1',
  'http://100.64.0.7/v1',
  'http://0.0.0.0:11434/v1',
  'http://[::1]:11434/v1',
  'http://[fd12:3456::1]/v1',
  'http://[::ffff:10.0.0.1]/v1',
  'http://2130706433/v1',
  'http://ollama:11434/v1',
  'http://gpu.local/v1',
  'http://models.internal/v1',
])('%s is private', (address) => expect(classifyAddress(address)).toBe('private'));

test.each([
  'https://api.openai.com/v1',
  'https://models.example/v1',
  'https://8.8.8.8/v1',
  'https://[2606:4700::1111]/v1',
  'https://نماذج.مثال/v1',
  'https://localhost.example/v1',
])('%s is public', (address) => expect(classifyAddress(address)).toBe('public'));

test.each([
  'http://169.254.169.254/latest',
  'http://169.254.1.1/v1',
  'http://2852039166/v1',
  'http://0xa9.0xfe.0xa9.0xfe/v1',
  'http://0251.0376.0251.0376/v1',
  'http://１６９.２５４.１６９.２５４/v1',
  'http://[fe80::1]/v1',
  'http://[::ffff:169.254.169.254]/v1',
  'http://[::ffff:a9fe:a9fe]/v1',
  'http://[64:ff9b::a9fe:a9fe]/v1',
  'http://[::ffff:0:a9fe:a9fe]/v1',
  'http://[2002:a9fe:a9fe::1]/v1',
  'http://[fd00:ec2::254]/v1',
  'http://100.100.100.200/v1',
  'http://168.63.129.16/v1',
  'http://224.0.0.1/v1',
  'http://255.255.255.255/v1',
  'http://metadata.google.internal/v1',
  'http://METADATA.google.internal./v1',
  'http://metadata/v1',
])('%s is refused', (address) => expect(classifyAddress(address)).toBe('refused'));
