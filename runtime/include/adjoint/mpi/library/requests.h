// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of adjoint/mpi/requests.h.
//
// A Record is what is known of one message between its two calls, in both sweeps. The contexts of both calls own it, and
// so does the table of requests in between.

#ifndef ADJOINT_MPI_LIBRARY_REQUESTS_H
#define ADJOINT_MPI_LIBRARY_REQUESTS_H

#include "adjoint/mpi/library/messages.h"
#include "adjoint/mpi/requests.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace adjoint::mpi {

namespace detail {

/// Numbers on their way, whose memory lives until they have arrived.
struct Transfer {
  Numbers numbers;
  MPI_Request request = MPI_REQUEST_NULL;
};

/// What an exception has left on its way: its memory lives on until MPI is done with it, or the program ends.
inline void abandon(std::unique_ptr<Transfer> transfer) {
  static thread_local auto *left = new std::vector<std::unique_ptr<Transfer>>;
  int isDone = 0;
  MPI_Test(&transfer->request, &isDone, MPI_STATUS_IGNORE);
  if (!isDone)
    left->push_back(std::move(transfer));
}

/// The arguments of a message.
struct Message {
  bool sends = false;
  int count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  int peer = MPI_PROC_NULL, tag = 0;
  MPI_Comm comm = MPI_COMM_NULL;
};

class Record {
public:
  explicit Record(const Message &message) : what(message), layout(message.count, message.type) {
    tag_of_adjoint(message.tag);
    if (message.sends || (message.peer != MPI_ANY_SOURCE && message.tag != MPI_ANY_TAG))
      turn.take({message.sends, message.peer, message.tag, message.comm});
    else
      requireChannel(message.peer, message.tag);
  }
  Record(const Record &) = delete;
  Record &operator=(const Record &) = delete;
  ~Record() {
    if (adjoints && adjoints->request != MPI_REQUEST_NULL)
      abandon(std::move(adjoints));
  }

  const Message &message() const { return what; }
  const Layout &where() const { return layout; }

  /// The program's message has arrived; that of a tangent holds the values and the tangents.
  void arrive(const MPI_Status &status) {
    if (what.sends)
      return;
    received = receivedBy(status);
    if (!turn.isTaken() && !tangent)
      turn.take({false, status.MPI_SOURCE, status.MPI_TAG, what.comm}, begun);
  }

  /// In the reverse sweep.
  void begin(std::shared_ptr<Record> self, const double *buf_b) {
    adjoints = std::make_unique<Transfer>();
    adjoints->numbers = what.sends ? Numbers(static_cast<std::size_t>(layout.size())) : layout.packed(buf_b, received);
    turn.begin([self] { self->start(); });
  }
  void end(double *buf_b) {
    if (!adjoints || !isStarted)
      throw std::logic_error("adjoint::mpi: a request is not completed in the function that is differentiated");
    check(MPI_Wait(&adjoints->request, MPI_STATUS_IGNORE));
    if (what.sends)
      layout.add(buf_b, adjoints->numbers.data(), layout.size());
    else
      layout.clear(buf_b, received);
    adjoints.reset();
  }

  // Of a tangent.
  MPI_Request standIn = MPI_REQUEST_NULL; ///< its message, in the place of a persistent request
  std::unique_ptr<Numbers> tangent; ///< the numbers on their way
  double *buf = nullptr, *buf_d = nullptr;
  long received = 0;

private:
  void start() {
    const Channel c = turn.of();
    const int n = counted(long(adjoints->numbers.size())), tag = tag_of_adjoint(c.tag);
    if (what.sends)
      check(MPI_Irecv(adjoints->numbers.data(), n, MPI_DOUBLE, c.peer, tag, c.comm, &adjoints->request));
    else
      check(MPI_Isend(adjoints->numbers.data(), n, MPI_DOUBLE, c.peer, tag, c.comm, &adjoints->request));
    isStarted = true;
  }

  Message what;
  Layout layout;
  Turn turn;
  long begun = Order::local().now();
  std::unique_ptr<Transfer> adjoints;
  bool isStarted = false;
};
using Shared = std::shared_ptr<Record>;

/// The requests of the thread.
class Requests {
public:
  static Requests &local() {
    static thread_local Requests requests;
    return requests;
  }

  int add(MPI_Request handle, Shared record, std::unique_ptr<Message> again = nullptr) {
    std::size_t at = 0;
    while (at < table.size() && table[at].isUsed)
      ++at;
    if (at == max_requests)
      throw std::length_error("adjoint::mpi: more than " + std::to_string(max_requests) + " requests at once");
    if (at == table.size())
      table.emplace_back();
    table[at] = {true, handle, std::move(record), std::move(again)};
    return static_cast<int>(at);
  }

  /// -1: there is none. Messages that have been sent at once may have one handle for all: for who waits, they do not differ.
  int find(MPI_Request handle) const {
    std::vector<bool> isTaken(table.size());
    return findOther(handle, isTaken);
  }

  /// One that is not taken yet, and is then.
  int findOther(MPI_Request handle, std::vector<bool> &isTaken) const {
    isTaken.resize(table.size());
    for (std::size_t i = 0; handle != MPI_REQUEST_NULL && i < table.size(); ++i)
      if (table[i].isUsed && table[i].handle == handle && !isTaken[i]) {
        isTaken[i] = true;
        return static_cast<int>(i);
      }
    return -1;
  }

  MPI_Request &handle(int place) { return entry(place).handle; }
  Shared &record(int place) { return entry(place).record; }
  const Message *again(int place) { return entry(place).again.get(); }

  /// It has been completed. Its record stays until it is taken.
  int arrive(int place, const MPI_Status &status) {
    if (place < 0 || (!entry(place).record && entry(place).again)) // a persistent request that was not started
      return -1;
    if (entry(place).record)
      entry(place).record->arrive(status);
    if (!entry(place).again)
      entry(place).handle = MPI_REQUEST_NULL;
    return place;
  }
  Shared take(int place) {
    Entry &e = entry(place);
    Shared taken = std::move(e.record);
    e.isUsed = e.again != nullptr;
    return taken;
  }

  void release(int place) {
    if (place >= 0)
      entry(place) = Entry();
  }
  /// An exception has left the function between the two calls.
  void forget(const Record *record) {
    for (Entry &e : table)
      if (e.record.get() == record)
        e = Entry();
  }

private:
  struct Entry {
    bool isUsed = false;
    MPI_Request handle = MPI_REQUEST_NULL;
    Shared record;                  ///< of a message that was begun
    std::unique_ptr<Message> again; ///< of a persistent request
  };

  Entry &entry(int place) { return table[static_cast<std::size_t>(place)]; }

  std::vector<Entry> table;
};

struct RequestState : State {
  Shared record;
  Before<MPI_Request> request;
  Overwritten before;

  ~RequestState() override {
    if (record)
      Requests::local().forget(record.get());
  }
};

} // namespace detail

// ------------------------------------------------------------- completion

inline int place_of(const MPI_Request *request) { return detail::Requests::local().find(*request); }

namespace detail {

/// What was declared to be read only.
template <class T> T *writable(const T *p) { return const_cast<T *>(p); }

/// Requests that the program waits for, where those that something else stands for are replaced.
class Batch {
public:
  Batch(int n, const MPI_Request *of) : requests(writable(of)), handles(of, of + n), how(handles.size()) {
    std::vector<bool> isTaken;
    for (std::size_t i = 0; i < handles.size(); ++i) {
      places.push_back(Requests::local().findOther(handles[i], isTaken));
      if (MPI_Request *other = standIn(i))
        handles[i] = *other;
    }
  }

  int size() const { return counted(long(handles.size())); }
  MPI_Request *data() { return handles.data(); }
  MPI_Status *statuses() { return how.data(); }

  /// Number i has been completed, as the status says; gives its place.
  int arrive(int i, const MPI_Status &status) {
    const auto at = static_cast<std::size_t>(i);
    if (MPI_Request *other = standIn(at))
      *other = handles[at];
    else
      requests[at] = handles[at];
    return Requests::local().arrive(places[at], status);
  }

private:
  MPI_Request *standIn(std::size_t i) const {
    Record *record = places[i] < 0 ? nullptr : Requests::local().record(places[i]).get();
    return record && record->standIn != MPI_REQUEST_NULL ? &record->standIn : nullptr;
  }

  MPI_Request *requests;
  std::vector<MPI_Request> handles;
  std::vector<MPI_Status> how;
  std::vector<int> places;
};

} // namespace detail

inline int wait(const MPI_Request *request, const MPI_Status *status) {
  detail::Batch batch(1, request);
  MPI_Status how;
  detail::check(MPI_Wait(batch.data(), &how));
  detail::tell(detail::writable(status), how);
  return batch.arrive(0, how);
}

inline int test(const MPI_Request *request, const int *flag, const MPI_Status *status) {
  detail::Batch batch(1, request);
  MPI_Status how;
  detail::check(MPI_Test(batch.data(), detail::writable(flag), &how));
  if (!*flag)
    return -1;
  detail::tell(detail::writable(status), how);
  return batch.arrive(0, how);
}

inline int wait_any(int count, const MPI_Request *requests, const int *index, const MPI_Status *status) {
  detail::Batch batch(count, requests);
  MPI_Status how;
  detail::check(MPI_Waitany(count, batch.data(), detail::writable(index), &how));
  detail::tell(detail::writable(status), how);
  return *index == MPI_UNDEFINED ? -1 : batch.arrive(*index, how);
}

inline void wait_all(int count, const MPI_Request *requests, const MPI_Status *statuses, const int *places) {
  detail::Batch batch(count, requests);
  detail::check(MPI_Waitall(count, batch.data(), batch.statuses()));
  for (int i = 0; i < count; ++i) {
    detail::writable(places)[i] = batch.arrive(i, batch.statuses()[i]);
    if (statuses != MPI_STATUSES_IGNORE)
      detail::writable(statuses)[i] = batch.statuses()[i];
  }
}

inline void wait_some(int count, const MPI_Request *requests, const int *done, const int *indices,
                      const MPI_Status *statuses, const int *places) {
  detail::Batch batch(count, requests);
  detail::check(MPI_Waitsome(count, batch.data(), detail::writable(done), detail::writable(indices), batch.statuses()));
  for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i) {
    detail::writable(places)[i] = batch.arrive(indices[i], batch.statuses()[i]);
    if (statuses != MPI_STATUSES_IGNORE)
      detail::writable(statuses)[i] = batch.statuses()[i];
  }
}

inline void completed(const double *, int place) { detail::Requests::local().take(place); }
inline void completed_fwd(const double *, int place, Context &context) {
  detail::keep<detail::RequestState>(context).record = detail::Requests::local().take(place);
}
inline void completed_rev(const double *, double *buf_b, int, Context &context) {
  const detail::Shared record = detail::kept<detail::RequestState>(context).record;
  if (!buf_b)
    throw std::logic_error("adjoint::mpi: a request was begun outside of the function that is differentiated");
  record->begin(record, buf_b);
}
inline void completed_d(const double *, const double *, int place) {
  const detail::Shared record = detail::Requests::local().take(place);
  if (record && record->tangent && !record->message().sends) {
    const long n = record->received / 2;
    record->where().unpack(record->buf, record->tangent->data(), n);
    record->where().unpack(record->buf_d, record->tangent->data() + n, n);
  }
}

// --------------------------------------------------------- isend, irecv

inline int isend(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                  MPI_Request *request) {
  detail::check(MPI_Isend(buf, count, type, dest, tag, comm, request));
  return detail::Requests::local().add(*request, nullptr);
}
inline int isend_fwd(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request, Context &context) {
  auto &state = detail::keep<detail::RequestState>(context);
  state.request.note(request);
  state.record = std::make_shared<detail::Record>(detail::Message{true, count, type, dest, tag, comm});
  detail::check(MPI_Isend(buf, count, type, dest, tag, comm, request));
  return detail::Requests::local().add(*request, state.record);
}
inline void isend_rev(const double *, double *buf_b, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *request,
                      Context &context) {
  auto &state = detail::kept<detail::RequestState>(context);
  state.record->end(buf_b);
  state.request.restore(request);
}

inline int irecv(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  detail::check(MPI_Irecv(buf, count, type, source, tag, comm, request));
  return detail::Requests::local().add(*request, nullptr);
}
inline int irecv_fwd(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                      MPI_Request *request, Context &context) {
  auto &state = detail::keep<detail::RequestState>(context);
  state.request.note(request);
  state.record = std::make_shared<detail::Record>(detail::Message{false, count, type, source, tag, comm});
  state.before.note(buf, state.record->where());
  detail::check(MPI_Irecv(buf, count, type, source, tag, comm, request));
  return detail::Requests::local().add(*request, state.record);
}
inline void irecv_rev(double *buf, double *buf_b, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *request,
                      Context &context) {
  auto &state = detail::kept<detail::RequestState>(context);
  state.record->end(buf_b);
  state.before.restore(buf);
  state.request.restore(request);
}

namespace detail {
/// A message of values and tangents, whose memory is the record's.
inline Shared tangentOf(const Message &message, const double *buf, const double *buf_d) {
  auto record = std::make_shared<Record>(message);
  const Layout &layout = record->where();
  record->tangent = std::make_unique<Numbers>(message.sends ? both(layout, buf, buf_d) : twice(layout));
  record->buf = const_cast<double *>(buf);
  record->buf_d = const_cast<double *>(buf_d);
  return record;
}
inline int lengthOf(const Shared &record) { return counted(long(record->tangent->size())); }
} // namespace detail

inline int isend_d(const double *buf, const double *buf_d, int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request) {
  const detail::Shared record = detail::tangentOf({true, count, type, dest, tag, comm}, buf, buf_d);
  detail::check(MPI_Isend(record->tangent->data(), detail::lengthOf(record), MPI_DOUBLE, dest, tag, comm, request));
  return detail::Requests::local().add(*request, record);
}
inline int irecv_d(double *buf, double *buf_d, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                    MPI_Request *request) {
  const detail::Shared record = detail::tangentOf({false, count, type, source, tag, comm}, buf, buf_d);
  detail::check(MPI_Irecv(record->tangent->data(), detail::lengthOf(record), MPI_DOUBLE, source, tag, comm, request));
  return detail::Requests::local().add(*request, record);
}

// ------------------------------------------------------ persistent requests

namespace detail {
inline int addPersistent(MPI_Request handle, const Message &message) {
  return Requests::local().add(handle, nullptr, std::make_unique<Message>(message));
}
inline Shared begun(int place) {
  return Requests::local().record(place) = std::make_shared<Record>(*Requests::local().again(place));
}
} // namespace detail

inline int send_init(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                      const MPI_Request *request) {
  detail::check(MPI_Send_init(buf, count, type, dest, tag, comm, detail::writable(request)));
  return detail::addPersistent(*request, {true, count, type, dest, tag, comm});
}
inline int recv_init(const double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                      const MPI_Request *request) {
  detail::check(MPI_Recv_init(detail::writable(buf), count, type, source, tag, comm, detail::writable(request)));
  return detail::addPersistent(*request, {false, count, type, source, tag, comm});
}
inline bool is_sender(int place) { return detail::Requests::local().again(place)->sends; }
inline void start_other(const MPI_Request *request) { detail::check(MPI_Start(detail::writable(request))); }
inline void release(const MPI_Request *request) {
  detail::Requests::local().release(place_of(request));
  detail::check(MPI_Request_free(detail::writable(request)));
}

inline void start_send(const double *, int place) { detail::check(MPI_Start(&detail::Requests::local().handle(place))); }
inline void start_send_fwd(const double *buf, int place, Context &context) {
  detail::keep<detail::RequestState>(context).record = detail::begun(place);
  start_send(buf, place);
}
inline void start_send_rev(const double *, double *buf_b, int, Context &context) {
  detail::kept<detail::RequestState>(context).record->end(buf_b);
}

inline void start_recv(double *, int place) { detail::check(MPI_Start(&detail::Requests::local().handle(place))); }
inline void start_recv_fwd(double *buf, int place, Context &context) {
  auto &state = detail::keep<detail::RequestState>(context);
  state.record = detail::begun(place);
  state.before.note(buf, state.record->where());
  start_recv(buf, place);
}
inline void start_recv_rev(double *buf, double *buf_b, int, Context &context) {
  auto &state = detail::kept<detail::RequestState>(context);
  state.record->end(buf_b);
  state.before.restore(buf);
}

/// A message of its own in the place of the request, which was made for the values alone.
inline void start_send_d(const double *buf, const double *buf_d, int place) {
  const detail::Message &m = *detail::Requests::local().again(place);
  const detail::Shared record = detail::tangentOf(m, buf, buf_d);
  detail::check(MPI_Isend(record->tangent->data(), detail::lengthOf(record), MPI_DOUBLE, m.peer, m.tag, m.comm, &record->standIn));
  detail::Requests::local().record(place) = record;
}
inline void start_recv_d(double *buf, double *buf_d, int place) {
  const detail::Message &m = *detail::Requests::local().again(place);
  const detail::Shared record = detail::tangentOf(m, buf, buf_d);
  detail::check(MPI_Irecv(record->tangent->data(), detail::lengthOf(record), MPI_DOUBLE, m.peer, m.tag, m.comm, &record->standIn));
  detail::Requests::local().record(place) = record;
}

} // namespace adjoint::mpi

#endif
